/* The end of a visit that its person wanted. */
#pragma once
#include "session/session.h"

/* The terminal restored, a last picture and a word of thanks left on it, the line closed. */
void goodbye(struct session *s);
