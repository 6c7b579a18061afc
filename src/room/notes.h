/* The sentences of a table: its log, which all its members hear and see. */
#pragma once
#include "room/inside.h"

void room_note(struct room *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* With what a narrow column says in its place: who ("" for nobody) and brief words. */
void room_note_brief(struct room *r, const char *who, const char *brief, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A seat's comings and goings, few of them (H67); false: there were too many, and nothing was said. */
bool room_notice(struct room *r, int seat, const char *format, ...) __attribute__((format(printf, 3, 4)));
