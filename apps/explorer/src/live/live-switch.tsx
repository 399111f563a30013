/** Pauses and resumes drawing of results on the canvas, and shows how many wait; with the settings of live drawing. */
import { ChevronDown, Pause } from 'lucide-preact';
import { Menu } from '../parts/menu.js';
import { MOST_NODES } from '../session/live/drawing-switch.js';
import { LATEST } from '../session/live/live-matches.js';
import { live } from '../session/session.js';
import { text } from '../texts/en.js';

export function LiveSwitch() {
  const { drawing } = live;
  const reason = drawing.pausedBy.value;
  const missed = drawing.missed.value;
  return (
    <div class="live-switch">
      <button
        class={reason === undefined ? 'tool-button' : 'tool-button paused'}
        title={text.live.drawing(reason, MOST_NODES)}
        onClick={() => drawing.toggle()}
      >
        {reason === undefined ? <i class="dot live" /> : <Pause size={15} />}
        <span>{reason === undefined ? text.live.on : text.live.paused(missed)}</span>
      </button>
      <Menu label={text.live.settings} face={<ChevronDown size={14} />} isRight>
        {() => (
          <div class="live-settings">
            <label class="field">
              <span>{text.live.latest}</span>
              <select
                value={live.most.value}
                onChange={event => (live.most.value = Number(event.currentTarget.value))}
              >
                {LATEST.map(most => (
                  <option key={most} value={most}>
                    {text.live.most(most)}
                  </option>
                ))}
              </select>
            </label>
            <label class="switch">
              <input
                type="checkbox"
                checked={drawing.pausesOnPointer.value}
                onChange={event => (drawing.pausesOnPointer.value = event.currentTarget.checked)}
              />
              <span>{text.live.pauseOnPointer}</span>
            </label>
            <label class="switch">
              <input
                type="checkbox"
                checked={live.showsTimeline.value}
                onChange={event => (live.showsTimeline.value = event.currentTarget.checked)}
              />
              <span>{text.live.timeline}</span>
            </label>
          </div>
        )}
      </Menu>
    </div>
  );
}
