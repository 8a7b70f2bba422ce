import type { HandlerName } from './handlers/index.ts';

// The state machine in Amazon States Language. A request becomes jobs, each job goes to a worker's activity and through
// the checks, and what comes of them is put together and answered. A failed job does not fail the others.

export type Targets = {
  /** What a handler's state calls: a Lambda function's ARN, or an activity's where the handlers run as workers. */
  readonly handlerArn: (name: HandlerName) => string;
  /** The activity that LocalAgent workers poll. */
  readonly workerActivityArn: string;
  /** Seconds that one job may take from its start at a worker, and between two heartbeats. */
  readonly jobSeconds: number;
  readonly heartbeatSeconds: number;
  /** Jobs of one request at once. */
  readonly jobsAtOnce: number;
};

/** A state in which a worker does a job: where the job stands in the state's input, and where it leads. */
type Work = {
  readonly job: string;
  readonly more: Readonly<Record<string, string>>;
  readonly failed: string;
  readonly done: string;
};

/** Seconds that a handler may take; it computes and calls a model at most once. */
const handlerSeconds = 120;

/** Errors of Lambda and of the network that another try can mend; none of them has had an effect outside the store. */
const passing = [
  'Lambda.ServiceException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
  'States.Timeout',
];

export function stateMachine(targets: Targets): object {
  const handler = (name: HandlerName, rest: object): object => ({
    Type: 'Task',
    Resource: targets.handlerArn(name),
    TimeoutSeconds: handlerSeconds,
    Retry: [
      { ErrorEquals: passing, IntervalSeconds: 2, BackoffRate: 2, MaxAttempts: 3, MaxDelaySeconds: 30 },
    ],
    ...rest,
  });
  const failedJob = (error: string, cause: string, job = '$.job'): object => ({
    'job.$': job,
    ok: false,
    result: null,
    'error.$': error,
    'cause.$': cause,
  });
  // A repair that cannot be thought of leaves the job failed as it was.
  const toFailedJob = [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Failed job' }];
  const work = ({ job, more, failed, done }: Work): object => ({
    Type: 'Task',
    Resource: targets.workerActivityArn,
    TimeoutSeconds: targets.jobSeconds,
    HeartbeatSeconds: targets.heartbeatSeconds,
    Parameters: {
      'job_id.$': `${job}.job_id`,
      'template.$': `${job}.template`,
      'template_version.$': `${job}.template_version`,
      'parameters.$': `${job}.parameters`,
      'execution.$': '$.execution',
      ...more,
    },
    ResultPath: '$.result',
    Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: failed }],
    Next: done,
  });
  const workDone = (job: string): object => ({
    Type: 'Pass',
    Parameters: { 'job.$': job, ok: true, 'result.$': '$.result', error: null, cause: null },
    Next: 'Read screenshots',
  });
  return {
    Comment: 'LocalAgent: a request in plain words becomes jobs on workers, and their results one answer.',
    StartAt: 'Choose',
    States: {
      Choose: handler('choose-template', { ResultPath: '$', Next: 'Clear?' }),
      'Clear?': {
        Type: 'Choice',
        Choices: [{ Variable: '$.kind', StringEquals: 'jobs', Next: 'Jobs' }],
        Default: 'Answer',
      },
      Jobs: {
        Type: 'Map',
        ItemsPath: '$.jobs',
        ItemSelector: { 'job.$': '$$.Map.Item.Value', 'execution.$': '$$.Execution.Id' },
        MaxConcurrency: targets.jobsAtOnce,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'INLINE' },
          StartAt: 'Work',
          States: {
            // No Retry: a job that was handed out is never handed out again by the machine. The worker knows by the
            // job's own name whether it has been done.
            Work: work({ job: '$.job', more: {}, failed: 'Work failed', done: 'Work done' }),
            'Work done': workDone('$.job'),
            'Work failed': {
              Type: 'Pass',
              Parameters: failedJob('$.failure.Error', '$.failure.Cause'),
              ResultPath: '$.outcome',
              Next: 'Note failure',
            },
            'Note failure': handler('note-failure', { ResultPath: null, Next: 'Repair' }),
            Repair: handler('repair', { ResultPath: '$.repair', Catch: toFailedJob, Next: 'Repaired?' }),
            'Repaired?': {
              Type: 'Choice',
              Choices: [{ Variable: '$.repair.kind', StringEquals: 'try', Next: 'Work again' }],
              Default: 'Failed job',
            },
            // A job of its own, once: the worker tries what is proposed under the guards of every repair.
            'Work again': work({
              job: '$.repair.job',
              more: { 'repair.$': '$.repair.job.repair' },
              failed: 'Work again failed',
              done: 'Work again done',
            }),
            'Work again done': workDone('$.repair.job'),
            'Work again failed': {
              Type: 'Pass',
              Parameters: failedJob('$.failure.Error', '$.failure.Cause', '$.repair.job'),
              ResultPath: '$.outcome',
              Next: 'Queue',
            },
            // A second failure of the same job is kept for the optimisation of its template.
            Queue: handler('repair', { ResultPath: null, Catch: toFailedJob, Next: 'Failed job' }),
            'Failed job': {
              Type: 'Pass',
              Parameters: { 'outcome.$': '$.outcome', values: {}, missing: {} },
              End: true,
            },
            'Read screenshots': handler('read-screenshots', { Next: 'Cross-check' }),
            'Cross-check': handler('cross-check', { End: true }),
          },
        },
        ResultPath: '$.jobs',
        Next: 'Aggregate',
      },
      Aggregate: handler('aggregate', { ResultPath: '$', Next: 'Answer' }),
      Answer: handler('answer', { End: true }),
    },
  };
}
