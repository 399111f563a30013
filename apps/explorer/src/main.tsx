/** The entry of the pages. */
import { render } from 'preact';
import { App } from './app/app.js';
import './styles/main.css';
import { showError } from './shell/toasts.js';

addEventListener('unhandledrejection', ({ reason }) => showError(reason));
render(<App />, document.getElementById('app')!);
