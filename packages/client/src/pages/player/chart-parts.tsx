import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import '../../ui/theme-rest.css';
import '../../ui/charts.css';
import { playerTexts as texts } from '../../strings/player.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { useWidth } from '../../ui/use-width.ts';

const MARGIN = { top: 10, right: 14, bottom: 26 };
/** Width of a digit of the labels, in pixels. Letters are wider, but marks and spaces between them are narrower. */
const DIGIT = 7;

/** The part of a chart in which its values are drawn, in pixels. */
export interface Plot {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface ChartProps<Point> {
  readonly height: number;
  /** The room for the labels of the values. */
  readonly left: number;
  readonly label: string;
  /** Shown while nothing is pointed at. */
  readonly hint: string;
  readonly legend: ComponentChildren;
  /** Returns the point of the chart that is nearest to a place. */
  readonly nearest: (x: number, plot: Plot) => Point | null;
  readonly draw: (plot: Plot, pointed: Point | null) => ComponentChildren;
  readonly note: (pointed: Point) => ComponentChildren;
}

/** A chart as wide as its place, a line about what is pointed at, and a legend. */
export function Chart<Point>({ height, left, label, hint, legend, nearest, draw, note }: ChartProps<Point>) {
  const [frame, width] = useWidth<HTMLDivElement>(640);
  const [pointed, setPointed] = useState<Point | null>(null);
  const plot = { width, left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const point = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const found = nearest(event.clientX - event.currentTarget.getBoundingClientRect().left, plot);
    setPointed(() => found);
  };
  return (
    <figure class="chart">
      <div ref={frame} class="chart__frame" style={{ height: `${height}px` }}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={label}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {draw(plot, pointed)}
        </svg>
      </div>
      <figcaption class="chart__note tabular" aria-hidden="true">
        {pointed === null ? <span class="soft">{hint}</span> : note(pointed)}
      </figcaption>
      <ul class="chart__legend">{legend}</ul>
    </figure>
  );
}

interface ValuesProps {
  readonly plot: Plot;
  readonly y: ((value: number) => number) & { ticks(count: number): number[] };
  readonly text: (value: number) => string;
}

/** The lines of the values, with their labels on the left. */
export function Values({ plot, y, text }: ValuesProps) {
  return (
    <g>
      {y.ticks(5).map((value) => (
        <g key={value}>
          <line class="chart__grid" x1={plot.left} x2={plot.right} y1={y(value)} y2={y(value)} />
          <text x={plot.left - 8} y={y(value) + 4} text-anchor="end">
            {text(value)}
          </text>
        </g>
      ))}
    </g>
  );
}

interface LabelsProps {
  readonly plot: Plot;
  readonly labels: readonly { readonly x: number; readonly text: string }[];
}

/** The labels below a chart. One that would be cut at an edge ends there. */
export function Labels({ plot: { width, bottom }, labels }: LabelsProps) {
  return (
    <g>
      {labels.map(({ x, text }) => (
        <text key={x} {...labelPlace(x, text, width)} y={bottom + 20}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Returns where a label about a place of a chart stands, so that it is whole. */
export function labelPlace(x: number, text: string, width: number) {
  const half = (text.length * DIGIT) / 2;
  if (x + half > width) return { x: width, 'text-anchor': 'end' } as const;
  return x < half ? ({ x: 0, 'text-anchor': 'start' } as const) : ({ x, 'text-anchor': 'middle' } as const);
}

interface DotProps {
  readonly x: number;
  readonly y: number;
  readonly won: boolean;
  readonly radius?: number;
}

/** Marks a match. */
export function Dot({ x, y, won, radius = 3.5 }: DotProps) {
  return <circle class={`chart__point${won ? '' : ' chart__point--lost'}`} cx={x} cy={y} r={radius} />;
}

/** Marks the point that is pointed at. */
export function Guide({ plot, x, y }: { readonly plot: Plot } & Pick<DotProps, 'x' | 'y'>) {
  return (
    <>
      <line class="chart__guide" x1={x} x2={x} y1={plot.top} y2={plot.bottom} />
      <circle class="chart__point" cx={x} cy={y} r="6" />
    </>
  );
}

interface FiguresProps {
  readonly titles: readonly string[];
  readonly kind?: string;
  readonly children: ComponentChildren;
}

/** The figures of a chart as a table that can be opened. */
export function Figures({ titles, kind = '', children }: FiguresProps) {
  return (
    <details class="player__figures">
      <summary>{texts.figures}</summary>
      <table class={`figures ${kind}`}>
        <TableHead titles={titles} />
        <tbody>{children}</tbody>
      </table>
    </details>
  );
}
