import type { z } from 'zod';
import type { HostStatus } from '../../shared/protocol/panel-messages.ts';
import type {
  CheckedTemplate,
  JudgedAct,
  TemplateFileName,
  TemplateListing,
  TemplateProblem,
  TemplateState,
} from '../../shared/protocol/studio-messages.ts';
import type { RecordedAct } from '../../shared/recording.ts';

type Json = z.core.util.JSONType;

/** The template that is open. Its text is what counts; forms are another view of it. */
export type OpenTemplate = {
  /** Null: it was never saved. */
  readonly source: TemplateFileName | null;
  readonly state: TemplateState;
  /** Hash of what stood in the file when it was read. */
  readonly known: string | null;
  readonly savedText: string;
  readonly text: string;
  readonly checked: CheckedTemplate;
  /** The text was changed by hand and the host has not said yet what it thinks of it. */
  readonly checking: boolean;
};

export type Tab = 'steps' | 'parameters' | 'about' | 'text';
export type Side = 'plan' | 'rules' | 'changes';

export type Judged = {
  readonly acts: readonly JudgedAct[];
  readonly problems: readonly TemplateProblem[];
  /** The text that was judged; another one has not been. */
  readonly of: string;
};
export type Changes = {
  readonly against: string | null;
  readonly changes: readonly { readonly weight: 'reach' | 'doing' | 'words'; readonly text: string }[];
};

export type Recording = {
  readonly url: string;
  readonly title: string;
  readonly acts: readonly RecordedAct[];
  /** What goes on: the tab is recorded, or it is over and waits to become a template. */
  readonly going: boolean;
  readonly end: 'finished' | 'closed' | 'full' | 'lost' | null;
};

export type Notice = { readonly good: boolean; readonly text: string; readonly commands: readonly string[] };

export type StudioState = {
  readonly host: HostStatus | null;
  readonly folder: string;
  readonly library: readonly TemplateListing[] | null;
  readonly open: OpenTemplate | null;
  readonly tab: Tab;
  readonly side: Side;
  /** Path of the chosen step, joined; empty: none. */
  readonly step: string;
  readonly tried: Readonly<Record<string, string>>;
  readonly secrets: readonly { readonly name: string; readonly sites: string[] }[] | null;
  readonly judged: Judged | null;
  readonly changes: Changes | null;
  readonly recording: Recording | null;
  readonly asksRecording: boolean;
  readonly notice: Notice | null;
};

export const initialState: StudioState = {
  host: null,
  folder: '',
  library: null,
  open: null,
  tab: 'steps',
  side: 'plan',
  step: '',
  tried: {},
  secrets: null,
  judged: null,
  changes: null,
  recording: null,
  asksRecording: false,
  notice: null,
};

/** Whether leaving the open template would lose something. */
export function isChanged({ open }: StudioState): boolean {
  return open !== null && open.text !== open.savedText;
}

/** Only what lies in the person's own folder is changed; everything else is copied first. */
export function isEditable(open: OpenTemplate): boolean {
  return open.source === null || open.source.place === 'own';
}

/** A template with nothing in it but what every one needs. */
export function blankTemplate(id: string): Json {
  return {
    id,
    version: '1.0.0',
    title: 'New template',
    description: 'Say here what it is for.',
    sites: ['https://example.com'],
    steps: [
      {
        id: 'open',
        title: 'Open the page',
        tool: 'navigate',
        args: { url: 'https://example.com' },
        buckets: ['read'],
      },
    ],
  };
}
