#include <stdio.h>
#include <string.h>

int main(void) {
    char game[256];
    puts("picked unpicked");
    while (fgets(game, sizeof game, stdin)) {
        char last = 'A';
        for (char *c = game; *c; c++) last += *c == ' ';
        char player = 'A';
        while (player <= last && strchr(game, player)) player++;
        puts(player > last ? "picked" : "unpicked");
    }
}
