import type { InputArgs, inputAnswers } from '../../shared/engine-input.ts';
import { nextFrame } from './at-rest.ts';
import { armDelivery, deliveryNow, endDelivery } from './delivery.ts';
import { armDrag, dragSeen } from './drag-watch.ts';
import { liftNewborn } from './early-guard.ts';
import { answeredState, copiedFrom, pasteInto } from './field-answer.ts';
import { optionListOf, showsNear } from './field-options.ts';
import { chooseOption, chooseOptions, focusField, setSecret, setValue } from './field-set.ts';
import { fieldStateOf } from './field-state.ts';
import { fieldWithin } from './field-within.ts';
import { findRadio } from './radio-group.ts';
import { isEditableRegion } from './roles.ts';
import { scrollArea, showBoth, showPoint, whereScrolled } from './scrolling.ts';

// The part of the engine's table that is about filling, choosing, dragging and scrolling.

type Answers = typeof inputAnswers;
type Answer<Method extends keyof InputArgs> = Answers[Method]['_output'];
type InputMethods = {
  readonly [Method in keyof InputArgs]: (args: InputArgs[Method]) => Answer<Method> | Promise<Answer<Method>>;
};

const holds = { holds: true } as const;

/** The methods; `byRef` gives the element that a ref means, and throws when it is gone. */
export function inputMethods(byRef: (ref: number) => Element): InputMethods {
  const optional = (ref: number | null): Element | null => (ref === null ? null : byRef(ref));
  return {
    field: ({ ref }) => fieldStateOf(byRef(ref)),
    field_focus: ({ ref, select }) => ({ holds: focusField(fieldWithin(byRef(ref)), select) }),
    field_set: ({ ref, value }) => written(setValue(byRef(ref), value)),
    field_choose: ({ ref, values, indexes }) => written(chooseOptions(byRef(ref), values, indexes)),
    field_secret: ({ ref, value, origin }) => setSecret(byRef(ref), value, origin),
    option_choose: ({ ref }) => written(chooseOption(byRef(ref))),
    option_list: ({ ref }) => optionListOf(byRef(ref)),
    shows_near: ({ ref, text }) => ({ holds: showsNear(byRef(ref), text) }),
    radio_find: ({ ref, text }) => {
      const { choices, ...found } = findRadio(byRef(ref), text);
      return { ...found, choices: [...choices] };
    },
    field_begin: ({ ref, ...way }) => beginField(byRef(ref), way),
    field_end: ({ ref, frames }) => endField(byRef(ref), frames),
    field_paste: ({ ref, text }) => ({ holds: pasteInto(byRef(ref), text) }),
    field_copied: ({ ref }) => ({ text: copiedFrom(byRef(ref)) }),
    drag_arm: ({ ref }) => {
      liftNewborn();
      armDrag(optional(ref));
      return holds;
    },
    drag_seen: ({ timeout_ms, end }) => dragSeen(timeout_ms, end),
    point_show: ({ ref, x, y }) => showPoint(byRef(ref), { x, y }),
    both_show: ({ ref, other }) => {
      showBoth(byRef(ref), byRef(other));
      return holds;
    },
    frame_drawn: async () => {
      await nextFrame();
      return holds;
    },
    scroll: ({ ref, by, to }) => scrollArea(optional(ref), by, to),
    scrolled: ({ ref }) => whereScrolled(optional(ref)),
  };
}

function written(answer: ReturnType<typeof setValue>): Answer<'field_set'> {
  return { ...answer, choices: [...answer.choices] };
}

async function beginField(
  element: Element,
  { select, kind, timeout_ms }: Omit<InputArgs['field_begin'], 'ref'>,
): Promise<Answer<'field_begin'>> {
  if (!focusField(element, select)) return { holds: false };
  // Editors hear of the selection a moment later than it is made.
  if (select && isEditableRegion(element)) await nextFrame();
  armDelivery(element, kind, timeout_ms, 1, true);
  return holds;
}

async function endField(element: Element, frames: number): Promise<Answer<'field_end'>> {
  try {
    const state = await answeredState(element, frames);
    const { delivered, stray } = deliveryNow();
    return { state, delivered, stray };
  } finally {
    endDelivery();
  }
}
