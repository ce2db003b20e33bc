import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkMailedTo } from '#tests/support/outbox.ts';
import { twoColoredPicture } from '#tests/support/picture-files.ts';
import { button, heading, type Journey, link, SEARCH } from './journey.ts';

export const registerWithHandles: Journey = {
  name: 'register with handles',
  async travel(visitor, { site, engine, home }) {
    const email = `omar-${engine}@example.com`;
    const screenName = `Omar on ${engine}`;
    await visitor.open('/auth?tab=register');
    const { name: file, buffer } = await twoColoredPicture();
    await writeFile(path.join(home, file), buffer);
    await visitor.chooseFile('Profile picture', path.join(home, file));
    await visitor.click(button('Use photo', { role: 'dialog', name: 'Crop your photo' }));
    await visitor.expectShown(button('Remove photo'));

    await visitor.fill('Name', 'Omar Said');
    await visitor.fill('Screen name (optional)', screenName);
    await visitor.fill('Email', email);
    await visitor.fill('Password', 'correct horse battery');
    await visitor.click(button('Payment handles'));
    await visitor.fill('Cash App username', 'omarsaid');
    await visitor.fill('Venmo username', '@omar-said');
    await visitor.click(button('Create account'));
    await visitor.expectToast('Registration successful', 'Welcome to Payfolk, Omar Said.');
    await visitor.expectPath('/');
    const panel = { role: 'region', name: 'You’re live' };
    await visitor.expectText('$omarsaid', panel);
    await visitor.click(button('Close', panel));
    await visitor.expectGone(panel);
    await visitor.expectShown(button(`Account menu for ${screenName}`));

    await visitor.open(await linkMailedTo(site, email, 'Confirm your email'));
    await visitor.expectShown(heading('Email confirmed'));
    await visitor.click(link('Go to My Account'));
    await visitor.expectPath('/profile');
    await visitor.expectValue('Email', email);

    await visitor.open(`/?search=${encodeURIComponent(screenName)}`);
    const card = { role: 'article', name: screenName };
    await visitor.expectShown(button('Pay with Cash App', card));
    await visitor.expectText('$omarsaid', card);
    await visitor.expectValue(SEARCH, screenName);
  },
};
