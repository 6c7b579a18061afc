#include <stdio.h>

int main(void)
{
    puts("kingscorner " KINGSCORNER_VERSION);
    return 0;
}
