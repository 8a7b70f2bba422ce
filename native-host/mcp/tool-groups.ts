/** Groups of tools; `core` is always offered. */
export const toolGroups = ['core', 'more', 'pattern'] as const;
export type ToolGroup = (typeof toolGroups)[number];
