// Colours as pages compute them, `rgb(r, g, b)`, and by their names.

export type Colour = readonly [number, number, number];

export function colourOf(computed: string): Colour {
  const [red, green, blue] = (computed.match(/[\d.]+/g) ?? []).map(Number);
  return [red ?? 0, green ?? 0, blue ?? 0];
}

export function hexOf(colour: Colour): string {
  return colour.map((part) => part.toString(16).padStart(2, '0')).join('');
}

const named: Readonly<Record<string, string>> = {
  aqua: '00ffff',
  black: '000000',
  blue: '0000ff',
  cyan: '00ffff',
  gold: 'ffd700',
  gray: '808080',
  green: '008000',
  grey: '808080',
  lime: '00ff00',
  magenta: 'ff00ff',
  maroon: '800000',
  navy: '000080',
  olive: '808000',
  orange: 'ffa500',
  pink: 'ffc0cb',
  purple: '800080',
  red: 'ff0000',
  silver: 'c0c0c0',
  teal: '008080',
  white: 'ffffff',
  yellow: 'ffff00',
};

export function hexOfName(name: string): string {
  const hex = named[name.toLowerCase()];
  if (hex === undefined) throw new Error(`the colour ${name} has no number here`);
  return hex;
}

/** Which of red, green and blue a shade is nearest to. */
export function strongestOf([red, green, blue]: Colour): 'red' | 'green' | 'blue' {
  if (red >= green && red >= blue) return 'red';
  return green >= blue ? 'green' : 'blue';
}
