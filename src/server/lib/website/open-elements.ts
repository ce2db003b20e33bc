const FOREIGN = new Set(['svg', 'math']);
/** Inside svg and math, these hold HTML again. */
const HTML_INSIDE = new Set('mi mo mn ms mtext annotation-xml foreignobject desc title'.split(' '));

/** The elements that are open at a place of a page. A page of n tags takes n steps, however deep it is. */
export class OpenElements {
  #names: string[] = [];
  #counts = new Map<string, number>();
  /** Whether each open svg, math or element with HTML inside is foreign, the innermost one last. */
  #foreign: boolean[] = [];
  #templates = 0;

  /** In svg or math, where style and title are like other elements. */
  get isInForeign(): boolean {
    return this.#foreign.at(-1) ?? false;
  }

  get isInTemplate(): boolean {
    return this.#templates > 0;
  }

  start(name: string): void {
    // Nothing but its own end closes a template.
    if (name === 'template') this.#templates += 1;
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (changesContext(name)) this.#foreign.push(FOREIGN.has(name));
  }

  /** `<name/>`. Only svg, math and what is in them close themselves. */
  startClosed(name: string): void {
    if (!this.isInForeign && !FOREIGN.has(name)) this.start(name);
  }

  /** Closes what is open inside too. */
  end(name: string): void {
    if (name === 'template' && this.#templates > 0) this.#templates -= 1;
    if (!this.#counts.get(name)) return;
    for (let closed = ''; closed !== name; ) {
      closed = this.#names.pop() ?? name;
      this.#counts.set(closed, (this.#counts.get(closed) ?? 1) - 1);
      if (changesContext(closed)) this.#foreign.pop();
    }
  }
}

const changesContext = (name: string) => FOREIGN.has(name) || HTML_INSIDE.has(name);
