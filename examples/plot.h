/* plot.h - line plots as SVG files, which any browser shows, for the examples: no library is needed.

       plot p = plot_new("Loss", "step", "mean square");
       p.log_y = 1;                                    // a logarithmic axis; values that are not positive are left out
       plot_line(&p, "training", x, y, n);             // x NULL: 0, 1, 2, ...
       plot_points(&p, "measured", x, y, n);           // marks without a line
       if (!plot_write(&p, "loss.svg")) ...            // 0: the file cannot be written

   Up to 12 curves. The arrays are read by plot_write, and must live until then. A NaN or an infinity interrupts a line.
   p.x_min < p.x_max, and likewise y, fix the range of an axis; otherwise it is that of the data. p.equal gives both axes
   the same scale, for paths in a plane. */

#ifndef PLOT_H
#define PLOT_H

#include <math.h>
#include <stdio.h>

enum { PLOT_CURVES = 12, PLOT_WIDTH = 760, PLOT_HEIGHT = 480, PLOT_LEFT = 84, PLOT_RIGHT = 24, PLOT_TOP = 44, PLOT_BOTTOM = 56 };
typedef struct plot_curve {
    const char *name;
    const double *x, *y;
    size_t n;
    int points;
} plot_curve;
typedef struct plot {
    const char *title, *x_label, *y_label;
    int log_x, log_y, equal;
    double x_min, x_max, y_min, y_max;
    plot_curve curve[PLOT_CURVES];
    int curves;
} plot;
typedef struct plot_axis { /* position = at + per * value; value is the logarithm on a logarithmic axis */
    double min, max, at, per;
    int log;
} plot_axis;

static inline plot plot_new(const char *title, const char *x_label, const char *y_label)
{
    plot p = {title, x_label, y_label, 0, 0, 0, 0, 0, 0, 0, {{NULL, NULL, NULL, 0, 0}}, 0};
    return p;
}
static inline void plot__add(plot *p, const char *name, const double *x, const double *y, size_t n, int points)
{
    plot_curve *c = &p->curve[p->curves < PLOT_CURVES ? p->curves++ : PLOT_CURVES - 1];
    c->name = name, c->x = x, c->y = y, c->n = n, c->points = points;
}
static inline void plot_line(plot *p, const char *name, const double *x, const double *y, size_t n) { plot__add(p, name, x, y, n, 0); }
static inline void plot_points(plot *p, const char *name, const double *x, const double *y, size_t n) { plot__add(p, name, x, y, n, 1); }

/* The value on the axis; NaN where there is none. */
static inline double plot__on(int log, double v) { return !log ? v : v > 0 ? log10(v) : (double)NAN; }
static inline double plot__coordinate(const double *v, size_t i) { return v ? v[i] : (double)i; }
/* The range of the data, with a margin; never empty. */
static inline plot_axis plot__axis(const plot *p, int vertical)
{
    const double low = vertical ? p->y_min : p->x_min, high = vertical ? p->y_max : p->x_max;
    plot_axis a = {HUGE_VAL, -HUGE_VAL, 0, 0, vertical ? p->log_y : p->log_x};
    double margin;
    size_t i;
    int k;
    if (low < high) {
        a.min = plot__on(a.log, low), a.max = plot__on(a.log, high);
        return a;
    }
    for (k = 0; k < p->curves; k++)
        for (i = 0; i < p->curve[k].n; i++) {
            const double v = plot__on(a.log, plot__coordinate(vertical ? p->curve[k].y : p->curve[k].x, i));
            if (v < a.min && v > -HUGE_VAL) a.min = v;
            if (v > a.max && v < HUGE_VAL) a.max = v;
        }
    if (!(a.min <= a.max)) a.min = 0, a.max = 1;
    margin = a.max > a.min ? (a.max - a.min) * (vertical ? 0.05 : 0.02) : fabs(a.max) * 0.1 + (a.max == 0);
    a.min -= margin, a.max += margin;
    return a;
}
static inline void plot__scale(plot_axis *a, double from, double to)
{
    a->per = (to - from) / (a->max - a->min);
    a->at = from - a->per * a->min;
}
/* Widens the axis that has more room for its range, so that both have one scale. */
static inline void plot__equal(plot_axis *x, plot_axis *y)
{
    const double unit = fmax((x->max - x->min) / (PLOT_WIDTH - PLOT_LEFT - PLOT_RIGHT), (y->max - y->min) / (PLOT_HEIGHT - PLOT_TOP - PLOT_BOTTOM));
    const double more_x = unit * (PLOT_WIDTH - PLOT_LEFT - PLOT_RIGHT) - (x->max - x->min);
    const double more_y = unit * (PLOT_HEIGHT - PLOT_TOP - PLOT_BOTTOM) - (y->max - y->min);
    x->min -= more_x / 2, x->max += more_x / 2, y->min -= more_y / 2, y->max += more_y / 2;
}
/* Lines and numbers at 1, 2 or 5 times a power of ten; on a logarithmic axis at powers of ten. */
static inline void plot__ticks(FILE *f, const plot_axis *a, int vertical)
{
    const double range = a->max - a->min, power = pow(10, floor(log10(range / 6))), part = range / 6 / power;
    const double step = power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10), least = a->log && step < 1 ? 1 : step;
    double v;
    for (v = ceil(a->min / least) * least; v <= a->max; v += least) {
        const double at = a->at + a->per * v, shown = fabs(v) < least * 1e-9 ? 0 : v;
        if (vertical)
            fprintf(f, "<path class='g' d='M%d %.1fH%d'/><text x='%d' y='%.1f' text-anchor='end'>", PLOT_LEFT, at, PLOT_WIDTH - PLOT_RIGHT, PLOT_LEFT - 8, at + 4);
        else
            fprintf(f, "<path class='g' d='M%.1f %dV%d'/><text x='%.1f' y='%d' text-anchor='middle'>", at, PLOT_TOP, PLOT_HEIGHT - PLOT_BOTTOM, at, PLOT_HEIGHT - PLOT_BOTTOM + 18);
        if (a->log)
            fprintf(f, "10<tspan dy='-5' font-size='9'>%g</tspan></text>\n", shown);
        else
            fprintf(f, "%.10g</text>\n", shown);
    }
}
static inline void plot__text(FILE *f, const char *s) /* with XML's own characters written as entities */
{
    for (; s && *s; s++)
        if (*s == '<' || *s == '&')
            fputs(*s == '<' ? "&lt;" : "&amp;", f);
        else
            fputc(*s, f);
}
static inline void plot__curve(FILE *f, const plot_curve *c, const plot_axis *x, const plot_axis *y, const char *colour)
{
    double last_x = -1, last_y = -1;
    int drawn = 0;
    size_t i;
    fprintf(f, c->points ? "<g fill='%s'>\n" : "<path class='c' stroke='%s' d='", colour);
    for (i = 0; i < c->n; i++) {
        const double px = x->at + x->per * plot__on(x->log, plot__coordinate(c->x, i)), py = y->at + y->per * plot__on(y->log, c->y[i]);
        if (!(fabs(px) < 1e5 && fabs(py) < 1e5)) {
            drawn = 0;
            continue;
        }
        if (drawn && fabs(px - last_x) < 0.5 && fabs(py - last_y) < 0.5 && i + 1 < c->n) continue; /* nobody would see it */
        if (c->points)
            fprintf(f, "<circle cx='%.1f' cy='%.1f' r='3'/>\n", px, py);
        else
            fprintf(f, "%c%.1f %.1f", drawn ? 'L' : 'M', px, py);
        drawn = 1, last_x = px, last_y = py;
    }
    fputs(c->points ? "</g>\n" : "'/>\n", f);
}
static inline int plot_write(const plot *p, const char *file)
{
    static const char *const colour[PLOT_CURVES] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
                                                    "#000000", "#8c564b", "#7f7f7f", "#6a3d9a", "#b2df8a", "#a0522d"};
    const int right = PLOT_WIDTH - PLOT_RIGHT, bottom = PLOT_HEIGHT - PLOT_BOTTOM, middle_x = (PLOT_LEFT + right) / 2, middle_y = (PLOT_TOP + bottom) / 2;
    plot_axis x = plot__axis(p, 0), y = plot__axis(p, 1);
    FILE *f = fopen(file, "w");
    int k, named = 0;
    if (!f) return 0;
    if (p->equal) plot__equal(&x, &y);
    plot__scale(&x, PLOT_LEFT, right), plot__scale(&y, bottom, PLOT_TOP);
    fprintf(f, "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>\n", PLOT_WIDTH, PLOT_HEIGHT, PLOT_WIDTH, PLOT_HEIGHT);
    fprintf(f, "<style>.g{stroke:#ddd}.c{fill:none;stroke-width:1.8;stroke-linejoin:round}</style><rect width='%d' height='%d' fill='white'/>\n", PLOT_WIDTH, PLOT_HEIGHT);
    plot__ticks(f, &x, 0), plot__ticks(f, &y, 1);
    fprintf(f, "<clipPath id='area'><rect x='%d' y='%d' width='%d' height='%d'/></clipPath><g clip-path='url(#area)'>\n", PLOT_LEFT, PLOT_TOP, right - PLOT_LEFT, bottom - PLOT_TOP);
    for (k = 0; k < p->curves; k++) plot__curve(f, &p->curve[k], &x, &y, colour[k]);
    fprintf(f, "</g><rect x='%d' y='%d' width='%d' height='%d' fill='none' stroke='#444'/>\n", PLOT_LEFT, PLOT_TOP, right - PLOT_LEFT, bottom - PLOT_TOP);
    fprintf(f, "<text x='%d' y='26' text-anchor='middle' font-size='16'>", middle_x), plot__text(f, p->title);
    fprintf(f, "</text><text x='%d' y='%d' text-anchor='middle'>", middle_x, PLOT_HEIGHT - 16), plot__text(f, p->x_label);
    fprintf(f, "</text><text transform='translate(20 %d) rotate(-90)' text-anchor='middle'>", middle_y), plot__text(f, p->y_label);
    fputs("</text>\n", f);
    for (k = 0; k < p->curves; k++) { /* the legend */
        if (!p->curve[k].name) continue;
        fprintf(f, "<path d='M%d %dh18' stroke='%s' stroke-width='3'/><text x='%d' y='%d' text-anchor='end'>", right - 28, PLOT_TOP + 16 + 18 * named, colour[k], right - 34, PLOT_TOP + 20 + 18 * named);
        plot__text(f, p->curve[k].name), fputs("</text>\n", f);
        named++;
    }
    fputs("</svg>\n", f);
    return fclose(f) == 0;
}

#endif
