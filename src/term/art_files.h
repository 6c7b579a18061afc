/* The files of ansi/, linked into the program; a row of zeros ends the table. */
#pragma once
#include "base/embedded.h"

extern const struct embedded_file ansi_files[];
