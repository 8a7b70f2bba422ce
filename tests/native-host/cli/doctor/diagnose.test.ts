import { expect, test } from 'vitest';
import { type DoctorParts, diagnose } from '../../../../native-host/cli/doctor/diagnose.ts';
import { StartError } from '../../../../native-host/io/start-error.ts';
import { failed, fault } from '../../../../shared/faults.ts';
import { collected } from '../../../fakes/collected.ts';

function partsWith(changes: Partial<DoctorParts>): DoctorParts {
  const gone = failed(fault('browser-gone', 'None.', 'Install one.'));
  return {
    nodeVersion: 'v24.7.0',
    nodeNeeded: '24.7',
    home: '/h',
    dataFolder: [],
    findBrowser: () => gone,
    browsers: () => [],
    isExecutable: () => true,
    connect: async () => gone,
    ...changes,
  };
}

test.each([
  ['v24.7.0', 'ok'],
  ['v26.0.0', 'ok'],
  ['v24.6.9', 'problem'],
  ['v22.99.0', 'problem'],
])('Node %s is %s', async (nodeVersion, state) => {
  const [first] = await collected(diagnose(partsWith({ nodeVersion })));
  expect(first).toMatchObject({ check: 'node', state });
});

test('what is wrong in the data folder is told with its place and its remedy, and the rest is still looked at', async () => {
  const found = await collected(
    diagnose(
      partsWith({
        dataFolder: [
          ['config', 'Configuration', () => 'fine.'],
          [
            'policy',
            'Policy',
            () => {
              throw new StartError('Unknown key "raed".', '/h/policy.yaml:2', 'Write "read".');
            },
          ],
        ],
      }),
    ),
  );
  expect(found.map(({ check, state }) => `${check} ${state}`)).toEqual([
    'node ok',
    'config ok',
    'policy problem',
    'browser problem',
    'authority problem',
  ]);
  expect(found[2]).toMatchObject({
    sentence: 'Unknown key "raed". (/h/policy.yaml:2)',
    remedy: 'Write "read".',
  });
});
