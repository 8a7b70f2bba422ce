import { expect, test } from 'vitest';
import { describeConfig } from '../../native-host/config/describe-config.ts';
import { tools } from '../../shared/tools/index.ts';

const head = `# Reference

Made from the declarations in the source; \`npm test -- --project house -u\` writes it anew.

## Tools

Group \`core\` is always offered, \`more\` when a caller switches it on, \`pattern\` combines others. \`localagent tools --json\` gives the
JSON schemas of arguments and results.
`;

function toolTable(): string {
  const rows = [...tools.values()].map(
    ({ name, summary, category, group, buckets }) =>
      `| \`${name}\` | ${category} | ${group} | ${buckets.join(', ')} | ${summary} |`,
  );
  return ['| tool | category | group | bucket | what it does |', '|---|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
}

test('docs/reference.md lists every tool and every setting as they are declared', async () => {
  const settings = '\n## Settings\n\n`config.yaml` in the data folder. Everything may be left out.\n\n';
  await expect(`${head}\n${toolTable()}${settings}${describeConfig()}`).toMatchFileSnapshot(
    '../../docs/reference.md',
  );
});
