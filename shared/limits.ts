/** One frame of native messaging, JSON in bytes. Chrome closes the port above 1,048,576 towards the extension. */
export const frameBytesMax = 1_000_000;
/** Text carried by one chunk of a longer message, before JSON escaping and in UTF-16 units; base64 of 3/4 of it. */
export const chunkCharactersMax = 900_000;
/** A whole message after chunks are joined: a screenshot of a tall page fits, a runaway capture does not. */
export const messageBytesMax = 48_000_000;
/** Nesting of JSON that is accepted from the other side. */
export const jsonDepthMax = 64;
/** Calls that one side may have open on a connection. */
export const openCallsMax = 256;
/** A permit's life, counted from when it was made, after approval and actionability. */
export const permitMs = 5_000;
/** Outcomes that the extension keeps for replay in `storage.session`. */
export const outcomesKeptMax = 256;
/** How long an approval waits for the person before it counts as denied. */
export const approvalMs = 120_000;
/** Longest selector, URL and value that a tool accepts, in characters. */
export const selectorCharactersMax = 2_000;
export const urlCharactersMax = 8_192;
export const valueCharactersMax = 1_000_000;
/** Files of one upload, and their bytes together: base64 of them fits into one message. */
export const uploadFilesMax = 20;
export const uploadBytesMax = 32_000_000;
/** Milliseconds a host-side call waits beyond the tool's own deadline before it gives the call up as unknown. */
export const graceMs = 5_000;
/** Elements that `get_elements` tells at most, whatever the caller asks for. */
export const elementsMax = 500;
/** Attributes told of one element, and characters of one value: a path of a drawing is longer than a name. */
export const attributesMax = 30;
export const attributeCharactersMax = 1_000;
/** Characters told of an element's text. */
export const elementTextMax = 300;
/** Navigations kept back by the policy that one act tells of. */
export const blockedHopsMax = 10;
/** Longest address that a navigation is judged by; a longer one is told by its beginning, and its origin is whole in it. */
export const hopCharactersMax = 10_000;
