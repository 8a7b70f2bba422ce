import { expect, test } from 'vitest';
import { z } from 'zod';
import { handlers } from '../../cloud/handlers/index.ts';
import { stateMachine } from '../../cloud/state-machine.ts';

const States = z.record(
  z.string(),
  z.looseObject({ Type: z.string(), Next: z.string().optional(), End: z.boolean().optional() }),
);
const Machine = z.looseObject({ StartAt: z.string(), States });
const machine = Machine.parse(
  stateMachine({
    handlerArn: (name) => `handler:${name}`,
    workerActivityArn: 'worker',
    jobSeconds: 900,
    heartbeatSeconds: 60,
    jobsAtOnce: 3,
  }),
);
const inner = Machine.parse(
  z.object({ ItemProcessor: z.unknown() }).parse(machine.States['Jobs']).ItemProcessor,
);

test.each([
  ['request', machine],
  ['job', inner],
])('every state of a %s leads to one that is there, or ends', (_, { StartAt, States: states }) => {
  const leadsTo = Object.values(states).flatMap((state) => [
    ...(state.Next === undefined ? [] : [state.Next]),
    ...z
      .array(z.object({ Next: z.string() }))
      .catch([])
      .parse([...list(state['Choices']), ...list(state['Catch'])])
      .map(({ Next }) => Next),
    ...(typeof state['Default'] === 'string' ? [state['Default']] : []),
  ]);
  expect([StartAt, ...leadsTo].filter((name) => !(name in states))).toEqual([]);
  expect(Object.keys(states).filter((name) => name !== StartAt && !leadsTo.includes(name))).toEqual([]);
  expect(
    Object.values(states).filter(
      ({ Type, Next, End }) => Type !== 'Choice' && (Next === undefined) === (End !== true),
    ),
  ).toEqual([]);
});

test('every handler has its state, and no job is handed out twice by the machine', () => {
  const used = [...Object.values(machine.States), ...Object.values(inner.States)].map(
    (state) => state['Resource'],
  );
  expect(used).toEqual(expect.arrayContaining(Object.keys(handlers).map((name) => `handler:${name}`)));
  expect(inner.States['Work']).toMatchObject({
    Resource: 'worker',
    HeartbeatSeconds: 60,
    TimeoutSeconds: 900,
  });
  expect(inner.States['Work']).not.toHaveProperty('Retry');
});

test('a repaired job is handed out once, and its failure ends it', () => {
  expect(inner.States['Work again']).toMatchObject({
    Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Work again failed' }],
  });
  expect(inner.States['Work again']).not.toHaveProperty('Retry');
  expect(inner.States['Work again failed']).toMatchObject({ Next: 'Queue' });
  expect(inner.States['Queue']).toMatchObject({ Next: 'Failed job' });
});

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
