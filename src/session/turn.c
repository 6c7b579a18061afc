#include "session/turn.h"

#include "session/due.h"
#include "session/frame.h"
#include "session/news.h"
#include "session/schedule.h"
#include "session/stack.h"

#include <event2/event.h>

static void turn(struct session *s)
{
    session_free_popped(s);
    if (s->ending || s->conn == NULL || s->top == NULL) return;
    session_set_timer(s);
    /* The loop's timers go on while the house's time stands still, so the answer may still be on its way. */
    if (s->plain != NULL && session_now(s) < s->plain->prompt_due)
        session_schedule(s);
    else if (session_send_frame(s))
        session_news_drawn(s);
}

static void give_turn(struct session *s)
{
    session_dequeue(s);
    turn(s);
}

void session_give_turns(struct session_env *env)
{
    int64_t began = env->work_us();
    bool time_left = true;
    while (time_left && (env->answers.first != NULL || env->others.first != NULL)) {
        give_turn(env->answers.first != NULL ? env->answers.first : env->others.first);
        time_left = env->work_us() - began < SESSION_TURN_US;
    }
    if (!time_left && env->others.first != NULL) give_turn(env->others.first); /* however many answers there are */
    bool more = env->answers.first != NULL || env->others.first != NULL || env->to_end != NULL;
    if (more) event_add(env->turn, &(struct timeval){ 0 });
}
