/** Line icons on a 24 by 24 grid, drawn for this page. */
const paths = {
  anchor: 'M12 8.5v12M12 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 11.5h8M4 14c.4 4 3.6 6.5 8 6.5s7.6-2.5 8-6.5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15ZM10 21h4',
  bot: 'M5 9h14v10H5ZM12 9V5M9 13.5v1.5M15 13.5v1.5M12 5h.01M2.5 13v3M21.5 13v3',
  check: 'M5 12.5l4.5 4.5L19 7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  cross: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9l6 6M15 9l-6 6',
  dice: 'M4 4h16v16H4ZM8.5 8.5h.01M15.5 15.5h.01M12 12h.01M15.5 8.5h.01M8.5 15.5h.01',
  down: 'M6 9l6 6 6-6',
  download: 'M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  flag: 'M5 21V4M5 4h13l-2.5 4.5L18 13H5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01',
  key: 'M8 19a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM11.5 11.5L20 3M16.5 6.5l3 3',
  leave: 'M13 4H5v16h8M10 12h11M17 8l4 4-4 4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3L12 6.3M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  offline: 'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-5.5-2.8M8.5 16a5 5 0 0 1 7 0M12 19.5h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.3-4 3-6 6.5-6s6.2 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.3M17.5 14.5c2.3.7 3.8 2.5 4 5.5',
  play: 'M7 4.5v15l12-7.5Z',
  plus: 'M12 5v14M5 12h14',
  redo: 'M19 5v5h-5M19 10a7.5 7.5 0 1 0 .5 5',
  seal: 'M12 3l2.3 1.7 2.9-.1.8 2.8 2.4 1.6-1 2.7 1 2.7-2.4 1.6-.8 2.8-2.9-.1L12 20.5l-2.3-1.7-2.9.1-.8-2.8-2.4-1.6 1-2.7-1-2.7L6 7.5l.8-2.8 2.9.1ZM8.7 12l2.4 2.4 4.3-4.6',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M5 12.5V20h14v-7.5',
  shield: 'M12 3l7.5 3v5.5c0 4.6-3 7.8-7.5 9.5-4.5-1.7-7.5-4.9-7.5-9.5V6ZM8.7 12l2.4 2.4 4.3-4.6',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5',
  undo: 'M5 5v5h5M5 10a7.5 7.5 0 1 1-.5 5',
  upload: 'M12 15.5v-11M7.5 9L12 4.5 16.5 9M5 20h14',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  warning: 'M12 4l9 16H3ZM12 10v4.5M12 17.3h.01',
} as const;

export type IconName = keyof typeof paths;

/** An icon. It is decorative without a `label`. */
export function Icon({ name, label }: { readonly name: IconName; readonly label?: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" role="img" aria-label={label} aria-hidden={label ? undefined : 'true'}>
      <path d={paths[name]} />
    </svg>
  );
}
