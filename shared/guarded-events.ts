// Events by which input reaches a page; the wheel is not among them, as it changes nothing but the view.

export const pressEvents = [
  ...['pointerdown', 'mousedown', 'dblclick', 'pointerup', 'mouseup'],
  ...['click', 'auxclick', 'contextmenu'],
] as const;

export const typingEvents = [
  ...['keydown', 'keypress', 'beforeinput', 'input', 'keyup'],
  ...['compositionstart', 'compositionupdate', 'compositionend', 'textInput', 'paste', 'cut'],
] as const;

export const dragEvents = ['dragstart', 'dragenter', 'dragover', 'drop'] as const;

/** All that is stopped where nothing may arrive. */
export const guardedEvents: readonly string[] = [...pressEvents, ...typingEvents, ...dragEvents];
