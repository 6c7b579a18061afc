/* The files of ansi/help/; a row of zeros ends the table. */
#pragma once
#include "base/embedded.h"

extern const struct embedded_file help_pages[];
