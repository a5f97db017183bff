/**
 * The smallest document that the pages' modules need under Node: elements with attributes, classes, children and
 * listeners.
 */

class FakeNode extends EventTarget {
  static ELEMENT_NODE = 1;
  static TEXT_NODE = 3;
  childNodes = [];
  parentNode = null;

  append(...nodes) {
    for (const node of nodes) this.insertBefore(node, null);
  }

  insertBefore(node, next) {
    node.remove();
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }

  remove() {
    const siblings = this.parentNode?.childNodes ?? [];
    if (siblings.includes(this)) siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
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

  nodeType = FakeNode.TEXT_NODE;

  get textContent() {
    return this.data;
  }

  set textContent(text) {
    this.data = String(text);
  }
}

class FakeElement extends FakeNode {
  #attributes = new Map();
  dataset = {};
  nodeType = FakeNode.ELEMENT_NODE;
  classList = {
    names: () => (this.getAttribute('class') ?? '').split(' ').filter(Boolean),
    add: (...names) => this.classList.put([...new Set([...this.classList.names(), ...names])]),
    remove: (...names) => this.classList.put(this.classList.names().filter((each) => !names.includes(each))),
    contains: (name) => this.classList.names().includes(name),
    put: (names) => this.setAttribute('class', names.join(' ')),
  };

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

  hasAttribute(name) {
    return this.#attributes.has(name);
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
  querySelector: () => null,
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
