import { linkMailedTo } from '#tests/support/outbox.ts';
import { registerPerson } from '#tests/support/people.ts';
import { button, heading, type Journey, link, logIn } from './journey.ts';

const PASSWORD = 'a brand new passport';

export const resetPassword: Journey = {
  name: 'password reset',
  async travel(visitor, { site }) {
    const person = await registerPerson(site, { name: 'Reset Me' });
    await visitor.open('/auth');
    await visitor.click(link('Forgot your password?'));
    await visitor.expectPath('/forgot-password');
    await visitor.fill('Email', person.email);
    await visitor.click(button('Send reset link'));
    await visitor.expectShown(heading('Check your email'));

    await visitor.open(await linkMailedTo(site, person.email, 'Reset your password'));
    // The token leaves the address.
    await visitor.expectPath('/reset-password');
    await visitor.fill('New Password', PASSWORD);
    await visitor.fill('Confirm New Password', 'another password');
    await visitor.click(button('Reset password'));
    await visitor.expectText("Passwords don't match");
    await visitor.fill('Confirm New Password', PASSWORD);
    await visitor.click(button('Show new password'));
    await visitor.expectValue('New Password', PASSWORD);
    await visitor.click(button('Reset password'));
    await visitor.expectShown(heading('Password Reset Complete'));

    await visitor.click(link('Continue to login'));
    await visitor.expectPath('/auth');
    await logIn(visitor, { email: person.email, password: PASSWORD });
    await visitor.expectToast('Login successful', 'Welcome back, Reset Me.');
  },
};
