/* The schema steps of db/, in the order of their names; a row of zeros ends the table. */
#pragma once
#include "base/embedded.h"

extern const struct embedded_file db_steps[];
