import type { Said } from './read-prompt.ts';

// Prompts as a run writes them, for tests of what reads them.

export const system: Said = {
  role: 'system',
  content: 'You fulfil an OBJECTIVE with a web browser. Answer with ONE JSON object.',
};

export function user(...lines: readonly string[]): Said {
  return { role: 'user', content: [...lines, 'Answer with one JSON object.'].join('\n') };
}

export function assistant(reply: unknown): Said {
  return { role: 'assistant', content: typeof reply === 'string' ? reply : JSON.stringify(reply) };
}

export function opening(objective: string, ...more: readonly string[]): Said {
  return user(
    `OBJECTIVE: ${objective}`,
    'TODAY: 2026-11-30',
    'ITEMS: none yet. Put a "checklist" into your first answer.',
    ...more,
  );
}

export function results(query: string, rows: readonly (readonly [number, string, string])[]): string {
  const lines = rows.flatMap(([n, title, snippet]) => [`[${n}] ${title}`, `    ${snippet}`]);
  return `RESULTS for "${query}" (duckduckgo)\n<<<DATA r1aa\n${lines.join('\n')}\nDATA r1aa>>>`;
}

export function page(
  title: string,
  url: string,
  text: string,
  more: readonly string[] = [],
  parts = '1 of 1 (parts read: 1)',
): string {
  const outline = more.filter((line) => line.startsWith('OUTLINE:'));
  const after = more.filter((line) => !line.startsWith('OUTLINE:'));
  const head = `PAGE "${title}" ${url}  part ${parts}`;
  return [head, ...outline, `<<<DATA p2aa\n${text}\nDATA p2aa>>>`, ...after].join('\n');
}
