/**
 * The smallest document that the pages' modules need under Node: elements with attributes, classes, children and
 * listeners.
 */

class FakeNode extends EventTarget {
  childNodes = [];
  parentNode = null;

  append(...nodes) {
    for (const node of nodes) {
      node.parentNode = this;
      this.childNodes.push(node);
    }
  }

  replaceChildren(...nodes) {
    this.childNodes = [];
    this.append(...nodes);
  }

  get textContent() {
    return this.childNodes.map((node) => node.textContent).join('');
  }

  set textContent(text) {
    this.replaceChildren(new FakeText(text));
  }
}

class FakeText extends FakeNode {
  constructor(data) {
    super();
    this.data = String(data);
  }

  get textContent() {
    return this.data;
  }
}

class FakeElement extends FakeNode {
  #attributes = new Map();
  dataset = {};

  constructor(localName) {
    super();
    this.localName = localName;
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof FakeElement);
  }

  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
    if (name === 'id') this.id = String(value);
  }

  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  /** Every element below with this local name. */
  all(localName) {
    return this.children.flatMap(
      (child) => [...(child.localName === localName ? [child] : []), ...child.all(localName)]);
  }
}

globalThis.window = new EventTarget();
globalThis.Node = FakeNode;
globalThis.document = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  hidden: false,
  createElement: (name) => new FakeElement(name),
  createElementNS: (_, name) => new FakeElement(name),
  createTextNode: (text) => new FakeText(text),
  getElementById: () => null,
});
globalThis.location = new URL('http://localhost/games/g');

/** Wait until what was started has come as far as it can without a timer. */
export async function settled() {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}
