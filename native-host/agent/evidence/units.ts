// Units and currencies by the words and signs that people write for them, so that `metres`, `Meter` and `m` are one
// and `m` and `ft` are two. Only what stands beside a number is read as a unit.

const forms: Readonly<Record<string, string>> = {
  m: 'm metre metres meter meters metern metro metros metri metru mètre mètres м метр метра метров متر 米 メートル',
  km: 'km kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres kilometro kilometros км километров 公里',
  cm: 'cm centimetre centimetres centimeter centimeters zentimeter centimètres centimetros см 厘米',
  mm: 'mm millimetre millimetres millimeter millimeters millimetros мм',
  ft: 'ft foot feet fuss pied pieds pie pies piedi pes voet 英尺 フィート',
  in: 'inch inches zoll pouces pulgadas',
  mi: 'mi mile miles meile meilen mille miglia milla millas 英里',
  yd: 'yd yard yards',
  km2: 'km² km2 sqkm',
  m2: 'm² m2 sqm qm',
  kg: 'kg kilogram kilograms kilogramm kilogramme kilogrammes kilogramos kilo kilos кг 公斤',
  g: 'g gram grams gramm gramme grammes gramos grammi г',
  mg: 'mg milligram milligrams milligramm',
  t: 't tonne tonnes ton tons tonnen toneladas',
  lb: 'lb lbs pound-weight',
  oz: 'oz ounce ounces',
  l: 'l litre litres liter liters litern litros litri л',
  ml: 'ml millilitre millilitres milliliter milliliters',
  gal: 'gal gallon gallons',
  '°c': '°c ℃ celsius',
  '°f': '°f ℉ fahrenheit',
  k: 'kelvin',
  '%': '% percent prozent pourcent procent процентов processo 百分',
  '€': '€ eur euro euros евро',
  $: '$ usd us$ dollar dollars dolares 美元 ドル',
  '£': '£ gbp pound pounds sterling pfund livres libras',
  '¥': '¥ jpy yen 円',
  chf: 'chf franken francs',
  '₹': '₹ inr rupees rupee',
  '₽': '₽ rub руб рублей',
  s: 's sec secs second seconds sekunde sekunden seconde secondes segundos secondi сек',
  min: 'min mins minute minutes minuten minutos minuti минут 分钟 分',
  h: 'h hr hrs hour hours stunde stunden heure heures hora horas ore час часов 小时 時間',
  day: 'day days tag tage tagen jour jours dia dias giorno giorni день дней 天 日間',
  week: 'week weeks woche wochen semaine semaines semana semanas settimane недель 周',
  month: 'month months monat monate monaten mois mes meses mese mesi месяцев 个月',
  year: 'year years jahr jahre jahren ans annee annees ano anos anni лет 年間',
  kb: 'kb kilobyte kilobytes',
  mb: 'mb megabyte megabytes',
  gb: 'gb gigabyte gigabytes',
  tb: 'tb terabyte terabytes',
  kib: 'kib',
  mib: 'mib',
  gib: 'gib',
  w: 'w watt watts',
  kw: 'kw kilowatt kilowatts',
  mw: 'mw megawatt megawatts',
  gw: 'gw gigawatt gigawatts',
  kwh: 'kwh',
  v: 'v volt volts',
  hz: 'hz hertz',
  mhz: 'mhz',
  ghz: 'ghz',
  mph: 'mph',
  'km/h': 'km/h kmh kph',
};

const accents = /[\u0300-\u036f]/gu;
const byForm: ReadonlyMap<string, string> = new Map(
  Object.entries(forms).flatMap(([unit, words]) =>
    words
      .split(' ')
      .map((word) => [word.normalize('NFD').replace(accents, '').normalize('NFC'), unit] as const),
  ),
);

/** The unit that a folded word or sign names beside a number; null if it names none. */
export function unitOf(word: string): string | null {
  return byForm.get(word) ?? null;
}

const currencies = new Set(['€', '$', '£', '¥', 'chf', '₹', '₽']);

/** Whether the unit is money. */
export function isCurrency(unit: string): boolean {
  return currencies.has(unit);
}

/** What one of the unit is in the base unit of its kind; null for those that code does not convert. */
export function inBaseUnit(unit: string): { readonly kind: string; readonly factor: number } | null {
  return conversions.get(unit) ?? null;
}

const conversions: ReadonlyMap<string, { readonly kind: string; readonly factor: number }> = new Map(
  Object.entries({
    length: { mm: 0.001, cm: 0.01, m: 1, km: 1000, in: 0.0254, ft: 0.3048, yd: 0.9144, mi: 1609.344 },
    mass: { mg: 0.000_001, g: 0.001, kg: 1, t: 1000, oz: 0.028_349_523, lb: 0.453_592_37 },
    volume: { ml: 0.001, l: 1, gal: 3.785_411_784 },
    time: { s: 1, min: 60, h: 3600, day: 86_400, week: 604_800 },
    data: { kb: 1000, mb: 1e6, gb: 1e9, tb: 1e12, kib: 1024, mib: 1_048_576, gib: 1_073_741_824 },
    power: { w: 1, kw: 1000, mw: 1e6, gw: 1e9 },
    area: { m2: 1, km2: 1e6 },
    speed: { 'km/h': 1, mph: 1.609_344 },
  }).flatMap(([kind, units]) =>
    Object.entries(units).map(([unit, factor]) => [unit, { kind, factor }] as const),
  ),
);
