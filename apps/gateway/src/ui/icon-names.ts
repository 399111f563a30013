/**
 * Names of the icons of Ionicons 2 (MIT license), the icon font of clients of this API, with their code points in the
 * font.
 */
const TABLE = `
alert:f101 alert-circled:f100 android-add:f2c7 android-add-circle:f359 android-alarm-clock:f35a
android-alert:f35b android-apps:f35c android-archive:f2c9 android-arrow-back:f2ca android-arrow-down:f35d
android-arrow-dropdown:f35f android-arrow-dropdown-circle:f35e android-arrow-dropleft:f361
android-arrow-dropleft-circle:f360 android-arrow-dropright:f363 android-arrow-dropright-circle:f362
android-arrow-dropup:f365 android-arrow-dropup-circle:f364 android-arrow-forward:f30f android-arrow-up:f366
android-attach:f367 android-bar:f368 android-bicycle:f369 android-boat:f36a android-bookmark:f36b
android-bulb:f36c android-bus:f36d android-calendar:f2d1 android-call:f2d2 android-camera:f2d3
android-cancel:f36e android-car:f36f android-cart:f370 android-chat:f2d4 android-checkbox:f374
android-checkbox-blank:f371 android-checkbox-outline:f373 android-checkbox-outline-blank:f372
android-checkmark-circle:f375 android-clipboard:f376 android-close:f2d7 android-cloud:f37a
android-cloud-circle:f377 android-cloud-done:f378 android-cloud-outline:f379 android-color-palette:f37b
android-compass:f37c android-contact:f2d8 android-contacts:f2d9 android-contract:f37d android-create:f37e
android-delete:f37f android-desktop:f380 android-document:f381 android-done:f383 android-done-all:f382
android-download:f2dd android-drafts:f384 android-exit:f385 android-expand:f386 android-favorite:f388
android-favorite-outline:f387 android-film:f389 android-folder:f2e0 android-folder-open:f38a android-funnel:f38b
android-globe:f38c android-hand:f2e3 android-hangout:f38d android-happy:f38e android-home:f38f
android-image:f2e4 android-laptop:f390 android-list:f391 android-locate:f2e9 android-lock:f392 android-mail:f2eb
android-map:f393 android-menu:f394 android-microphone:f2ec android-microphone-off:f395
android-more-horizontal:f396 android-more-vertical:f397 android-navigate:f398 android-notifications:f39b
android-notifications-none:f399 android-notifications-off:f39a android-open:f39c android-options:f39d
android-people:f39e android-person:f3a0 android-person-add:f39f android-phone-landscape:f3a1
android-phone-portrait:f3a2 android-pin:f3a3 android-plane:f3a4 android-playstore:f2f0 android-print:f3a5
android-radio-button-off:f3a6 android-radio-button-on:f3a7 android-refresh:f3a8 android-remove:f2f4
android-remove-circle:f3a9 android-restaurant:f3aa android-sad:f3ab android-search:f2f5 android-send:f2f6
android-settings:f2f7 android-share:f2f8 android-share-alt:f3ac android-star:f2fc android-star-half:f3ad
android-star-outline:f3ae android-stopwatch:f2fd android-subway:f3af android-sunny:f3b0 android-sync:f3b1
android-textsms:f3b2 android-time:f3b3 android-train:f3b4 android-unlock:f3b5 android-upload:f3b6
android-volume-down:f3b7 android-volume-mute:f3b8 android-volume-off:f3b9 android-volume-up:f3ba
android-walk:f3bb android-warning:f3bc android-watch:f3bd android-wifi:f305 aperture:f313 archive:f102
arrow-down-a:f103 arrow-down-b:f104 arrow-down-c:f105 arrow-expand:f25e arrow-graph-down-left:f25f
arrow-graph-down-right:f260 arrow-graph-up-left:f261 arrow-graph-up-right:f262 arrow-left-a:f106
arrow-left-b:f107 arrow-left-c:f108 arrow-move:f263 arrow-resize:f264 arrow-return-left:f265
arrow-return-right:f266 arrow-right-a:f109 arrow-right-b:f10a arrow-right-c:f10b arrow-shrink:f267
arrow-swap:f268 arrow-up-a:f10c arrow-up-b:f10d arrow-up-c:f10e asterisk:f314 at:f10f backspace:f3bf
backspace-outline:f3be bag:f110 battery-charging:f111 battery-empty:f112 battery-full:f113 battery-half:f114
battery-low:f115 beaker:f269 beer:f26a bluetooth:f116 bonfire:f315 bookmark:f26b bowtie:f3c0 briefcase:f26c
bug:f2be calculator:f26d calendar:f117 camera:f118 card:f119 cash:f316 chatbox:f11b chatbox-working:f11a
chatboxes:f11c chatbubble:f11e chatbubble-working:f11d chatbubbles:f11f checkmark:f122 checkmark-circled:f120
checkmark-round:f121 chevron-down:f123 chevron-left:f124 chevron-right:f125 chevron-up:f126 clipboard:f127
clock:f26e close:f12a close-circled:f128 close-round:f129 closed-captioning:f317 cloud:f12b code:f271
code-download:f26f code-working:f270 coffee:f272 compass:f273 compose:f12c connection-bars:f274 contrast:f275
crop:f3c1 cube:f318 disc:f12d document:f12f document-text:f12e drag:f130 earth:f276 easel:f3c2 edit:f2bf
egg:f277 eject:f131 email:f132 email-unread:f3c3 erlenmeyer-flask:f3c5 erlenmeyer-flask-bubbles:f3c4 eye:f133
eye-disabled:f306 female:f278 filing:f134 film-marker:f135 fireball:f319 flag:f279 flame:f31a flash:f137
flash-off:f136 folder:f139 fork:f27a fork-repo:f2c0 forward:f13a funnel:f31b gear-a:f13d gear-b:f13e grid:f13f
hammer:f27b happy:f31c happy-outline:f3c6 headphone:f140 heart:f141 heart-broken:f31d help:f143 help-buoy:f27c
help-circled:f142 home:f144 icecream:f27d image:f147 images:f148 information:f14a information-circled:f149
ionic:f14b ios-alarm:f3c8 ios-alarm-outline:f3c7 ios-albums:f3ca ios-albums-outline:f3c9
ios-americanfootball:f3cc ios-americanfootball-outline:f3cb ios-analytics:f3ce ios-analytics-outline:f3cd
ios-arrow-back:f3cf ios-arrow-down:f3d0 ios-arrow-forward:f3d1 ios-arrow-left:f3d2 ios-arrow-right:f3d3
ios-arrow-thin-down:f3d4 ios-arrow-thin-left:f3d5 ios-arrow-thin-right:f3d6 ios-arrow-thin-up:f3d7
ios-arrow-up:f3d8 ios-at:f3da ios-at-outline:f3d9 ios-barcode:f3dc ios-barcode-outline:f3db ios-baseball:f3de
ios-baseball-outline:f3dd ios-basketball:f3e0 ios-basketball-outline:f3df ios-bell:f3e2 ios-bell-outline:f3e1
ios-body:f3e4 ios-body-outline:f3e3 ios-bolt:f3e6 ios-bolt-outline:f3e5 ios-book:f3e8 ios-book-outline:f3e7
ios-bookmarks:f3ea ios-bookmarks-outline:f3e9 ios-box:f3ec ios-box-outline:f3eb ios-briefcase:f3ee
ios-briefcase-outline:f3ed ios-browsers:f3f0 ios-browsers-outline:f3ef ios-calculator:f3f2
ios-calculator-outline:f3f1 ios-calendar:f3f4 ios-calendar-outline:f3f3 ios-camera:f3f6 ios-camera-outline:f3f5
ios-cart:f3f8 ios-cart-outline:f3f7 ios-chatboxes:f3fa ios-chatboxes-outline:f3f9 ios-chatbubble:f3fc
ios-chatbubble-outline:f3fb ios-checkmark:f3ff ios-checkmark-empty:f3fd ios-checkmark-outline:f3fe
ios-circle-filled:f400 ios-circle-outline:f401 ios-clock:f403 ios-clock-outline:f402 ios-close:f406
ios-close-empty:f404 ios-close-outline:f405 ios-cloud:f40c ios-cloud-download:f408
ios-cloud-download-outline:f407 ios-cloud-outline:f409 ios-cloud-upload:f40b ios-cloud-upload-outline:f40a
ios-cloudy:f410 ios-cloudy-night:f40e ios-cloudy-night-outline:f40d ios-cloudy-outline:f40f ios-cog:f412
ios-cog-outline:f411 ios-color-filter:f414 ios-color-filter-outline:f413 ios-color-wand:f416
ios-color-wand-outline:f415 ios-compose:f418 ios-compose-outline:f417 ios-contact:f41a ios-contact-outline:f419
ios-copy:f41c ios-copy-outline:f41b ios-crop:f41e ios-crop-strong:f41d ios-download:f420
ios-download-outline:f41f ios-drag:f421 ios-email:f423 ios-email-outline:f422 ios-eye:f425 ios-eye-outline:f424
ios-fastforward:f427 ios-fastforward-outline:f426 ios-filing:f429 ios-filing-outline:f428 ios-film:f42b
ios-film-outline:f42a ios-flag:f42d ios-flag-outline:f42c ios-flame:f42f ios-flame-outline:f42e ios-flask:f431
ios-flask-outline:f430 ios-flower:f433 ios-flower-outline:f432 ios-folder:f435 ios-folder-outline:f434
ios-football:f437 ios-football-outline:f436 ios-game-controller-a:f439 ios-game-controller-a-outline:f438
ios-game-controller-b:f43b ios-game-controller-b-outline:f43a ios-gear:f43d ios-gear-outline:f43c
ios-glasses:f43f ios-glasses-outline:f43e ios-grid-view:f441 ios-grid-view-outline:f440 ios-heart:f443
ios-heart-outline:f442 ios-help:f446 ios-help-empty:f444 ios-help-outline:f445 ios-home:f448
ios-home-outline:f447 ios-infinite:f44a ios-infinite-outline:f449 ios-information:f44d
ios-information-empty:f44b ios-information-outline:f44c ios-ionic-outline:f44e ios-keypad:f450
ios-keypad-outline:f44f ios-lightbulb:f452 ios-lightbulb-outline:f451 ios-list:f454 ios-list-outline:f453
ios-location:f456 ios-location-outline:f455 ios-locked:f458 ios-locked-outline:f457 ios-loop:f45a
ios-loop-strong:f459 ios-medical:f45c ios-medical-outline:f45b ios-medkit:f45e ios-medkit-outline:f45d
ios-mic:f461 ios-mic-off:f45f ios-mic-outline:f460 ios-minus:f464 ios-minus-empty:f462 ios-minus-outline:f463
ios-monitor:f466 ios-monitor-outline:f465 ios-moon:f468 ios-moon-outline:f467 ios-more:f46a
ios-more-outline:f469 ios-musical-note:f46b ios-musical-notes:f46c ios-navigate:f46e ios-navigate-outline:f46d
ios-nutrition:f470 ios-nutrition-outline:f46f ios-paper:f472 ios-paper-outline:f471 ios-paperplane:f474
ios-paperplane-outline:f473 ios-partlysunny:f476 ios-partlysunny-outline:f475 ios-pause:f478
ios-pause-outline:f477 ios-paw:f47a ios-paw-outline:f479 ios-people:f47c ios-people-outline:f47b ios-person:f47e
ios-person-outline:f47d ios-personadd:f480 ios-personadd-outline:f47f ios-photos:f482 ios-photos-outline:f481
ios-pie:f484 ios-pie-outline:f483 ios-pint:f486 ios-pint-outline:f485 ios-play:f488 ios-play-outline:f487
ios-plus:f48b ios-plus-empty:f489 ios-plus-outline:f48a ios-pricetag:f48d ios-pricetag-outline:f48c
ios-pricetags:f48f ios-pricetags-outline:f48e ios-printer:f491 ios-printer-outline:f490 ios-pulse:f493
ios-pulse-strong:f492 ios-rainy:f495 ios-rainy-outline:f494 ios-recording:f497 ios-recording-outline:f496
ios-redo:f499 ios-redo-outline:f498 ios-refresh:f49c ios-refresh-empty:f49a ios-refresh-outline:f49b
ios-reload:f49d ios-reverse-camera:f49f ios-reverse-camera-outline:f49e ios-rewind:f4a1 ios-rewind-outline:f4a0
ios-rose:f4a3 ios-rose-outline:f4a2 ios-search:f4a5 ios-search-strong:f4a4 ios-settings:f4a7
ios-settings-strong:f4a6 ios-shuffle:f4a9 ios-shuffle-strong:f4a8 ios-skipbackward:f4ab
ios-skipbackward-outline:f4aa ios-skipforward:f4ad ios-skipforward-outline:f4ac ios-snowy:f4ae
ios-speedometer:f4b0 ios-speedometer-outline:f4af ios-star:f4b3 ios-star-half:f4b1 ios-star-outline:f4b2
ios-stopwatch:f4b5 ios-stopwatch-outline:f4b4 ios-sunny:f4b7 ios-sunny-outline:f4b6 ios-telephone:f4b9
ios-telephone-outline:f4b8 ios-tennisball:f4bb ios-tennisball-outline:f4ba ios-thunderstorm:f4bd
ios-thunderstorm-outline:f4bc ios-time:f4bf ios-time-outline:f4be ios-timer:f4c1 ios-timer-outline:f4c0
ios-toggle:f4c3 ios-toggle-outline:f4c2 ios-trash:f4c5 ios-trash-outline:f4c4 ios-undo:f4c7
ios-undo-outline:f4c6 ios-unlocked:f4c9 ios-unlocked-outline:f4c8 ios-upload:f4cb ios-upload-outline:f4ca
ios-videocam:f4cd ios-videocam-outline:f4cc ios-volume-high:f4ce ios-volume-low:f4cf ios-wineglass:f4d1
ios-wineglass-outline:f4d0 ios-world:f4d3 ios-world-outline:f4d2 ipad:f1f9 iphone:f1fa ipod:f1fb jet:f295
key:f296 knife:f297 laptop:f1fc leaf:f1fd levels:f298 lightbulb:f299 link:f1fe load-a:f29a load-b:f29b
load-c:f29c load-d:f29d location:f1ff lock-combination:f4d4 locked:f200 log-in:f29e log-out:f29f loop:f201
magnet:f2a0 male:f2a1 man:f202 map:f203 medkit:f2a2 merge:f33f mic-a:f204 mic-b:f205 mic-c:f206 minus:f209
minus-circled:f207 minus-round:f208 model-s:f2c1 monitor:f20a more:f20b mouse:f340 music-note:f20c navicon:f20e
navicon-round:f20d navigate:f2a3 network:f341 no-smoking:f2c2 nuclear:f2a4 outlet:f342 paintbrush:f4d5
paintbucket:f4d6 paper-airplane:f2c3 paperclip:f20f pause:f210 person:f213 person-add:f211 person-stalker:f212
pie-graph:f2a5 pin:f2a6 pinpoint:f2a7 pizza:f2a8 plane:f214 planet:f343 play:f215 playstation:f30a plus:f218
plus-circled:f216 plus-round:f217 podium:f344 pound:f219 power:f2a9 pricetag:f2aa pricetags:f2ab printer:f21a
pull-request:f345 qr-scanner:f346 quote:f347 radio-waves:f2ac record:f21b refresh:f21c reply:f21e reply-all:f21d
ribbon-a:f348 ribbon-b:f349 sad:f34a sad-outline:f4d7 scissors:f34b search:f21f settings:f2ad share:f220
shuffle:f221 skip-backward:f222 skip-forward:f223 social-android:f225 social-android-outline:f224
social-angular:f4d9 social-angular-outline:f4d8 social-apple:f227 social-apple-outline:f226 social-bitcoin:f2af
social-bitcoin-outline:f2ae social-buffer:f229 social-buffer-outline:f228 social-chrome:f4db
social-chrome-outline:f4da social-codepen:f4dd social-codepen-outline:f4dc social-css3:f4df
social-css3-outline:f4de social-designernews:f22b social-designernews-outline:f22a social-dribbble:f22d
social-dribbble-outline:f22c social-dropbox:f22f social-dropbox-outline:f22e social-euro:f4e1
social-euro-outline:f4e0 social-facebook:f231 social-facebook-outline:f230 social-foursquare:f34d
social-foursquare-outline:f34c social-freebsd-devil:f2c4 social-github:f233 social-github-outline:f232
social-google:f34f social-google-outline:f34e social-googleplus:f235 social-googleplus-outline:f234
social-hackernews:f237 social-hackernews-outline:f236 social-html5:f4e3 social-html5-outline:f4e2
social-instagram:f351 social-instagram-outline:f350 social-javascript:f4e5 social-javascript-outline:f4e4
social-linkedin:f239 social-linkedin-outline:f238 social-markdown:f4e6 social-nodejs:f4e7 social-octocat:f4e8
social-pinterest:f2b1 social-pinterest-outline:f2b0 social-python:f4e9 social-reddit:f23b
social-reddit-outline:f23a social-rss:f23d social-rss-outline:f23c social-sass:f4ea social-skype:f23f
social-skype-outline:f23e social-snapchat:f4ec social-snapchat-outline:f4eb social-tumblr:f241
social-tumblr-outline:f240 social-tux:f2c5 social-twitch:f4ee social-twitch-outline:f4ed social-twitter:f243
social-twitter-outline:f242 social-usd:f353 social-usd-outline:f352 social-vimeo:f245 social-vimeo-outline:f244
social-whatsapp:f4f0 social-whatsapp-outline:f4ef social-windows:f247 social-windows-outline:f246
social-wordpress:f249 social-wordpress-outline:f248 social-yahoo:f24b social-yahoo-outline:f24a social-yen:f4f2
social-yen-outline:f4f1 social-youtube:f24d social-youtube-outline:f24c soup-can:f4f4 soup-can-outline:f4f3
speakerphone:f2b2 speedometer:f2b3 spoon:f2b4 star:f24e stats-bars:f2b5 steam:f30b stop:f24f thermometer:f2b6
thumbsdown:f250 thumbsup:f251 toggle:f355 toggle-filled:f354 transgender:f4f5 trash-a:f252 trash-b:f253
trophy:f356 tshirt:f4f7 tshirt-outline:f4f6 umbrella:f2b7 university:f357 unlocked:f254 upload:f255 usb:f2b8
videocamera:f256 volume-high:f257 volume-low:f258 volume-medium:f259 volume-mute:f25a wand:f358 waterdrop:f25b
wifi:f25c wineglass:f2b9 woman:f25d wrench:f2ba xbox:f30c
`;

const CODE_POINTS: ReadonlyMap<string, number> = new Map(
  TABLE.trim()
    .split(/\s+/)
    .map(entry => {
      const [name, code] = entry.split(':');
      return [name!, Number.parseInt(code!, 16)];
    }),
);

const CODE_POINT = /^(?:\\|&#x|\\u)?([0-9a-f]{2,6});?$/;
const PREFIX = 'ion-';

/**
 * Returns the character of an icon given by name or by code point; other texts are returned unchanged.
 * @returns undefined for a name that has the prefix of icon names but is unknown.
 */
export function iconCharacter(icon: string): string | undefined {
  const isPrefixed = icon.startsWith('ion');
  const named = CODE_POINTS.get(icon.startsWith(PREFIX) ? icon.slice(PREFIX.length) : icon);
  if (named !== undefined) return String.fromCodePoint(named);
  if (isPrefixed) return undefined;
  const hex = CODE_POINT.exec(icon)?.[1];
  const codePoint = hex === undefined ? NaN : Number.parseInt(hex, 16);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : icon;
}
