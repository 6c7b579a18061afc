/* What many look at, such as the list of tables. A screen's sight() says as a number what one person sees of it. All
 * sessions with such a screen stand in one queue, the one with the oldest frame first. After a change they are examined
 * from its head: a session whose number is another one is drawn again, at most twice a second. However many they are,
 * the house does a limited amount of this in a second, so a change that many see is spread over time. */
#pragma once

struct session;
struct session_env;

/* Something that many look at may have changed: sessions that see a change are drawn again, in turn. Cheap, as often as
 * you like, and from anywhere. */
void session_news(struct session_env *env);

/* --- for the files of session/ --- */

/* A frame of the screen on top has been drawn. */
void session_news_drawn(struct session *s);

/* The session stands in the queue no longer. */
void session_news_leave(struct session *s);

void session_news_init(struct session_env *env);
void session_news_clear(struct session_env *env);
