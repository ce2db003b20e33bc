interface Bounds {
  /** How many work at once. */
  places: number;
  /** How many more may wait for a place; the next is refused at once. */
  line: number;
  /** How long each of them may wait; then it is refused. */
  patienceMs: number;
  /** Refusals come up to this much later, each by another while: who came together does not come back together. */
  spreadMs: number;
  /** From 0 up to 1. */
  random?: () => number;
}

export interface Ticket {
  /** Leaves the place to somebody else while there is nothing to do. */
  stepAside(): void;
  /** Takes a place again at once, also where all are taken: work that was begun is finished first. */
  comeBack(): void;
  /** Out, wherever it was: it worked, stood aside, or was still in line. */
  leave(): void;
}

type State = 'in line' | 'at work' | 'aside' | 'gone';

export type Gate = ReturnType<typeof createGate>;

/**
 * Lets so many in at once, in the order they came. Somebody in line costs nothing but memory; who is
 * refused asks again, and that costs. The wait before the refusal is what keeps callers who never tire
 * from spending the whole machine on being refused.
 */
export function createGate({ places, line, patienceMs, spreadMs, random = Math.random }: Bounds) {
  const waiting = new Set<() => void>();
  const count: Record<State, number> = { 'in line': 0, 'at work': 0, aside: 0, gone: 0 };

  function callNext() {
    for (const letIn of waiting) {
      if (count['at work'] >= places) return;
      letIn();
    }
  }

  /** `onTurn` is called once, and at once where there is room: true is 'go on', false is 'refused'. */
  function enter(onTurn: (isIn: boolean, ticket: Ticket) => void): Ticket {
    let state: State = 'in line';
    count[state] += 1;
    let patience: NodeJS.Timeout | undefined;

    const become = (next: State) => {
      const wasAtWork = state === 'at work';
      if (state === 'in line') {
        waiting.delete(letIn);
        clearTimeout(patience);
      }
      count[state] -= 1;
      count[next] += 1;
      state = next;
      if (wasAtWork) callNext();
    };
    const letIn = () => {
      become('at work');
      onTurn(true, ticket);
    };
    const refuse = () => {
      become('gone');
      onTurn(false, ticket);
    };
    const giveUp = () => {
      waiting.delete(letIn);
      patience = setTimeout(refuse, random() * spreadMs);
    };

    const ticket: Ticket = {
      stepAside: () => state === 'at work' && become('aside'),
      comeBack: () => state === 'aside' && become('at work'),
      leave: () => state !== 'gone' && become('gone'),
    };

    if (waiting.size === 0 && count['at work'] < places) letIn();
    else if (count['in line'] > line) refuse();
    else {
      waiting.add(letIn);
      patience = setTimeout(giveUp, patienceMs);
    }
    return ticket;
  }

  return {
    enter,
    /** How many are inside, at work or aside. */
    inside: () => count['at work'] + count.aside,
    atWork: () => count['at work'],
    inLine: () => count['in line'],
  };
}
