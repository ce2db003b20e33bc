/** Printed as one line, without a stack. */
export class Failure extends Error {}

/** Runs a script's work; whatever goes wrong ends it with status 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exit(1);
  }
}
