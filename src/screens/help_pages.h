/* The pages of help: the files of ansi/help/, and those of the games' folders. A row of zeros ends the table. */
#pragma once
#include "base/embedded.h"

extern const struct embedded_file help_pages[];
