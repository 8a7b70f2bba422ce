export type ToolResult = Readonly<Record<string, unknown>>;

/** Fields of every browser tool's result that mostly say that nothing else happened. */
const quiet: Readonly<Record<string, (value: unknown) => boolean>> = {
  page: (value) => value === null,
  url: (value) => value === '',
  title: (value) => value === '',
  navigated: (value) => value === false,
  opened: (value) => Array.isArray(value) && value.length === 0,
  dialog: (value) => value === null,
  download: (value) => value === null,
  rematched: (value) => value === undefined,
};

/** A result without the fields in which nothing happened. */
export function leanResult(result: ToolResult): ToolResult {
  return Object.fromEntries(Object.entries(result).filter(([key, value]) => quiet[key]?.(value) !== true));
}

/** The tool's own fields alone. */
export function ownFields(result: ToolResult): ToolResult {
  return Object.fromEntries(Object.entries(result).filter(([key]) => !(key in quiet)));
}
