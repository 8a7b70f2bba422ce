// Small drawings, each a path on a grid of 16. They repeat what a word beside them says, so they are hidden from
// screen readers.

const paths = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  minus: 'M4 8h8',
  question: 'M5.6 6a2.4 2.4 0 1 1 3.4 2.2c-.7.3-1 .8-1 1.5M8 12v.1',
  shield: 'M8 2l5 1.8v4C13 11 10.9 13 8 14 5.1 13 3 11 3 7.8v-4z M5.8 5.8l4.4 4.4',
  pause: 'M6 4v8M10 4v8',
  stop: 'M4.5 4.5h7v7h-7z',
  chevron: 'M6 4l4 4-4 4',
  back: 'M10 3L5 8l5 5',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  dot: 'M8 7.9v.2',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
