/** How long to wait after so many failures in a row: doubling from `firstMs`, half of it by chance, never above `capMs`. */
export function backOffMs(
  failures: number,
  { firstMs, capMs }: { readonly firstMs: number; readonly capMs: number },
  random: () => number,
): number {
  const doublingsMax = 30;
  const whole = Math.min(capMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), doublingsMax));
  return Math.round(whole / 2 + (random() * whole) / 2);
}
