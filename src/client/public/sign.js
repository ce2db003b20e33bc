const button = document.querySelector('.sign-choices button');
button.hidden = false;
button.addEventListener('click', () => window.print());
