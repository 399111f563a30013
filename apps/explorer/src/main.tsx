/** The entry of the pages. */
import { render } from 'preact';
import './styles/main.css';
import { App } from './shell/app.js';
import { showError } from './shell/toasts.js';

addEventListener('unhandledrejection', ({ reason }) => showError(reason));
render(<App />, document.getElementById('app')!);
