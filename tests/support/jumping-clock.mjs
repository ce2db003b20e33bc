/** Loaded into a server before its own code: at SIGUSR2 its clock jumps by CLOCK_JUMP_MS. */
const RealDate = Date;
let jumped = 0;

class JumpingDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + jumped);
    else super(...args);
  }
  static now() {
    return RealDate.now() + jumped;
  }
}
globalThis.Date = JumpingDate;

process.on('SIGUSR2', () => {
  jumped = Number(process.env.CLOCK_JUMP_MS);
  console.log(`The clock says ${new Date().toISOString()}`);
});
