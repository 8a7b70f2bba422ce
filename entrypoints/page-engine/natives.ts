// Properties of nodes, read through the getters of their own prototypes. A form's controls hide its
// properties when they are named `tagName`, `id` or `children`, and an image named `activeElement` hides
// the document's: in isolated worlds too. So nothing in this folder reads such a property off a node
// itself.

function getterOf<Self extends object, Name extends keyof Self>(
  prototype: Self,
  name: Name,
): (self: Self) => Self[Name] {
  let owner: object | null = prototype;
  while (owner !== null) {
    const get = Object.getOwnPropertyDescriptor(owner, name)?.get;
    if (get !== undefined) return (self) => get.call(self);
    owner = Object.getPrototypeOf(owner);
  }
  return (self) => self[name];
}

const tagName = getterOf(Element.prototype, 'tagName');
export const attributesOf = getterOf(Element.prototype, 'attributes');
export const clientWidthOf = getterOf(Element.prototype, 'clientWidth');
export const clientHeightOf = getterOf(Element.prototype, 'clientHeight');
export const scrollWidthOf = getterOf(Element.prototype, 'scrollWidth');
export const scrollHeightOf = getterOf(Element.prototype, 'scrollHeight');
export const scrollTopOf = getterOf(Element.prototype, 'scrollTop');
export const scrollLeftOf = getterOf(Element.prototype, 'scrollLeft');
export const clientLeftOf = getterOf(Element.prototype, 'clientLeft');
export const clientTopOf = getterOf(Element.prototype, 'clientTop');
export const childElementCountOf = getterOf(Element.prototype, 'childElementCount');
export const offsetWidthOf = getterOf(HTMLElement.prototype, 'offsetWidth');
export const offsetHeightOf = getterOf(HTMLElement.prototype, 'offsetHeight');
export const isContentEditable = getterOf(HTMLElement.prototype, 'isContentEditable');
export const parentNodeOf = getterOf(Node.prototype, 'parentNode');
export const firstChildOf = getterOf(Node.prototype, 'firstChild');
export const nextSiblingOf = getterOf(Node.prototype, 'nextSibling');
export const nextElementOf = getterOf(Element.prototype, 'nextElementSibling');
export const previousElementOf = getterOf(Element.prototype, 'previousElementSibling');
export const nodeTypeOf = getterOf(Node.prototype, 'nodeType');
export const isConnected = getterOf(Node.prototype, 'isConnected');
const baseUri = getterOf(Node.prototype, 'baseURI');
const elementText = getterOf(Element.prototype, 'textContent');
const assignedSlot = getterOf(Element.prototype, 'assignedSlot');
const openShadowRoot = getterOf(Element.prototype, 'shadowRoot');
const documentBody = getterOf(Document.prototype, 'body');
const documentElement = getterOf(Document.prototype, 'documentElement');
const documentTitle = getterOf(Document.prototype, 'title');
const documentType = getterOf(Document.prototype, 'contentType');
const documentActive = getterOf(Document.prototype, 'activeElement');
const shadowActive = getterOf(ShadowRoot.prototype, 'activeElement');
const scrollingElement = getterOf(Document.prototype, 'scrollingElement');
const readyState = getterOf(Document.prototype, 'readyState');
const formAction = getterOf(HTMLFormElement.prototype, 'action');
const formMethod = getterOf(HTMLFormElement.prototype, 'method');
const formElements = getterOf(HTMLFormElement.prototype, 'elements');

/** Lower-case tag name; names of SVG elements keep nothing of their case either. */
export function tagOf(element: Element): string {
  return tagName(element).toLowerCase();
}

export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

export function hasAttribute(element: Element, name: string): boolean {
  return Element.prototype.hasAttribute.call(element, name);
}

export function textContentOf(node: Node): string {
  return (node instanceof Element ? elementText(node) : node.nodeValue) ?? '';
}

export function isDocument(node: Node): node is Document {
  return nodeTypeOf(node) === Node.DOCUMENT_NODE;
}

export function slotOf(element: Element): HTMLSlotElement | null {
  return assignedSlot(element) ?? null;
}

export function openRootOf(element: Element): ShadowRoot | null {
  return openShadowRoot(element);
}

export function rootOf(node: Node): Document | ShadowRoot | null {
  const root = Node.prototype.getRootNode.call(node);
  return isDocument(root) || root instanceof ShadowRoot ? root : null;
}

export function rectOf(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

export function rectsOf(element: Element): readonly DOMRect[] {
  return Array.from(Element.prototype.getClientRects.call(element));
}

export function childNodesOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = firstChildOf(node); child !== null; child = nextSiblingOf(child)) children.push(child);
  return children;
}

export function parentElementOf(node: Node): Element | null {
  const parent = parentNodeOf(node);
  return parent instanceof Element ? parent : null;
}

export function matches(element: Element, css: string): boolean {
  return Element.prototype.matches.call(element, css);
}

export function closest(element: Element, css: string): Element | null {
  return Element.prototype.closest.call(element, css);
}

export type QueryRoot = Document | ShadowRoot | Element;

export function queryAll(root: QueryRoot, css: string): readonly Element[] {
  if (isDocument(root)) return Array.from(Document.prototype.querySelectorAll.call(root, css));
  if (root instanceof Element) return Array.from(Element.prototype.querySelectorAll.call(root, css));
  return Array.from(DocumentFragment.prototype.querySelectorAll.call(root, css));
}

export function queryOne(root: QueryRoot, css: string): Element | null {
  if (isDocument(root)) return Document.prototype.querySelector.call(root, css);
  if (root instanceof Element) return Element.prototype.querySelector.call(root, css);
  return DocumentFragment.prototype.querySelector.call(root, css);
}

export function byId(root: Document | ShadowRoot | null, id: string): Element | null {
  if (root === null) return null;
  if (isDocument(root)) return Document.prototype.getElementById.call(root, id);
  return DocumentFragment.prototype.getElementById.call(root, id);
}

export function elementAt(root: Document | ShadowRoot, x: number, y: number): Element | null {
  if (isDocument(root)) return Document.prototype.elementFromPoint.call(root, x, y);
  return ShadowRoot.prototype.elementFromPoint.call(root, x, y);
}

export function bodyOf(): Element | null {
  return documentBody(document) ?? documentElement(document);
}

export function pageElement(): Element | null {
  return documentElement(document);
}

/** The element whose scrolling is the page's own. */
export function pageScroller(): Element | null {
  return scrollingElement(document) ?? documentElement(document);
}

/** What relative addresses of the page are relative to. */
export function baseOf(): string {
  return baseUri(documentElement(document) ?? document);
}

export function titleOf(): string {
  return documentTitle(document);
}

/** What the document was served as. */
export function contentTypeOf(): string {
  return documentType(document);
}

export function loadStateOf(): DocumentReadyState {
  return readyState(document);
}

export function activeIn(root: Document | ShadowRoot): Element | null {
  return isDocument(root) ? documentActive(root) : shadowActive(root);
}

/** Where a form goes, and how; both as the browser resolves them. */
export function formTarget(form: HTMLFormElement): { readonly action: string; readonly method: string } {
  return { action: formAction(form), method: formMethod(form) };
}

export function formControls(form: HTMLFormElement): readonly Element[] {
  return Array.from(formElements(form));
}
