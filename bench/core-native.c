/* Yardstick of core.cascade5.f32: the same five sections on the same lane layout (groups of four rows, [sample][4]) in
 * SSE4.1 intrinsics. Prints million samples a second of 22 rows for two orders of work; the bench takes the faster one. */
#include <smmintrin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GROUPS = 6, ROWS = 22, SAMPLES = 512, SECTIONS = 5, BATCHES = 41, REPEATS = 60 };

static float coefficients[SECTIONS * 5];
static __m128 state[GROUPS][SECTIONS][2];
static float *input[GROUPS], *data[GROUPS];

static inline __attribute__((always_inline)) __m128 step(__m128 x, const __m128 *k, __m128 *s, __m128 *t) {
  __m128 y = _mm_add_ps(_mm_mul_ps(k[0], x), *s);
  *s = _mm_sub_ps(_mm_add_ps(_mm_mul_ps(k[1], x), *t), _mm_mul_ps(k[3], y));
  *t = _mm_sub_ps(_mm_mul_ps(k[2], x), _mm_mul_ps(k[4], y));
  return y;
}

static inline void splat(int section, __m128 *k) {
  for (int i = 0; i < 5; i++) k[i] = _mm_set1_ps(coefficients[section * 5 + i]);
}

/* Section by section, three groups at once: the order of the core. */
static void section_by_section(void) {
  for (int g = 0; g < GROUPS; g += 3)
    for (int c = 0; c < SECTIONS; c++) {
      __m128 k[5], s[3], t[3];
      splat(c, k);
      for (int j = 0; j < 3; j++) s[j] = state[g + j][c][0], t[j] = state[g + j][c][1];
      float *p0 = data[g], *p1 = data[g + 1], *p2 = data[g + 2];
      for (int i = 0; i < SAMPLES * 4; i += 4) {
        _mm_store_ps(p0 + i, step(_mm_load_ps(p0 + i), k, &s[0], &t[0]));
        _mm_store_ps(p1 + i, step(_mm_load_ps(p1 + i), k, &s[1], &t[1]));
        _mm_store_ps(p2 + i, step(_mm_load_ps(p2 + i), k, &s[2], &t[2]));
      }
      for (int j = 0; j < 3; j++) state[g + j][c][0] = s[j], state[g + j][c][1] = t[j];
    }
}

/* Sample by sample, all sections and groups. */
static void sample_by_sample(void) {
  __m128 k[SECTIONS][5];
  for (int c = 0; c < SECTIONS; c++) splat(c, k[c]);
  for (int i = 0; i < SAMPLES * 4; i += 4)
    for (int g = 0; g < GROUPS; g++) {
      __m128 x = _mm_load_ps(data[g] + i);
      for (int c = 0; c < SECTIONS; c++) x = step(x, k[c], &state[g][c][0], &state[g][c][1]);
      _mm_store_ps(data[g] + i, x);
    }
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(const char *name, void (*work)(void)) {
  double times[BATCHES];
  for (int b = -5; b < BATCHES; b++) {
    double from = seconds();
    for (int r = 0; r < REPEATS; r++) {
      for (int g = 0; g < GROUPS; g++) memcpy(data[g], input[g], SAMPLES * 16);
      work();
    }
    if (b >= 0) times[b] = seconds() - from;
  }
  qsort(times, BATCHES, sizeof *times, ascending);
  printf("%s %.3f\n", name, (double)ROWS * SAMPLES * REPEATS / times[BATCHES / 2] / 1e6);
}

/* Arguments: the 25 coefficients b0 b1 b2 a1 a2 of each section. */
int main(int count, char **words) {
  if (count != 1 + SECTIONS * 5) return 2;
  for (int i = 0; i < SECTIONS * 5; i++) coefficients[i] = strtof(words[i + 1], NULL);
  unsigned random = 1;
  for (int g = 0; g < GROUPS; g++) {
    input[g] = aligned_alloc(64, SAMPLES * 16 + 64);
    data[g] = aligned_alloc(64, SAMPLES * 16 + 64);
    for (int i = 0; i < SAMPLES * 4; i++) {
      random = 1664525u * random + 1013904223u;
      input[g][i] = ((int)(random >> 8) - 8388608) / 131072.0f;
    }
  }
  measure("sections", section_by_section);
  measure("samples", sample_by_sample);
  return 0;
}
