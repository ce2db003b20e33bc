import fc from 'fast-check';

/** Tests with generated values make the same ones in every run; FUZZ_SEED picks others. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101);

fc.configureGlobal({ seed: SEED });
