const clock =
  /(?<![\d.,:])(\d{1,2})(?:[:.h](\d{2}))?\s*([ap]\.?m\b\.?|uhr\b|h\b|heures?\b|horas?\b)?(?![\d:])/giu;

/** Times of day in a text, in minutes after midnight; a bare number is none. */
export function timesIn(
  text: string,
): readonly { readonly minutes: number; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(clock)].flatMap((match) => {
    const [whole, hours = '', minutes, mark] = match;
    if (minutes === undefined && mark === undefined) return [];
    const isDecimal = mark === undefined && whole.includes('.');
    const hour = hourOf(Number(hours), mark);
    if (isDecimal || hour > 24 || Number(minutes ?? 0) > 59) return [];
    return [
      {
        minutes: hour * 60 + Number(minutes ?? 0),
        start: match.index,
        end: match.index + whole.trimEnd().length,
      },
    ];
  });
}

function hourOf(hour: number, mark: string | undefined): number {
  if (mark === undefined || !/^[ap]/i.test(mark)) return hour;
  return (hour % 12) + (/^p/i.test(mark) ? 12 : 0);
}
