/** The programs of the sample machines, and which kind of program normally starts which. */
import type { SeededRandom } from '@weir/platform';

export type ProgramKind =
  'system' | 'desktop' | 'office' | 'browser' | 'shell' | 'script-host' | 'transfer' | 'tool';

export interface Program {
  readonly kind: ProgramKind;
  readonly file: string;
  /** `#` stands for a random number. */
  readonly commands: readonly string[];
  readonly hashes: readonly string[];
}

const FILES: Readonly<Record<ProgramKind, Readonly<Record<string, readonly string[]>>>> = {
  system: {
    'services.exe': ['C:\\Windows\\System32\\services.exe'],
    'svchost.exe': ['svchost.exe -k netsvcs -p -s Task#', 'svchost.exe -k LocalService -p'],
    'taskhostw.exe': ['taskhostw.exe -Task#'],
  },
  desktop: {
    'explorer.exe': ['C:\\Windows\\explorer.exe'],
    'code.exe': ['code.exe --folder project-#', 'code.exe --wait notes-#.md'],
  },
  office: {
    'winword.exe': ['winword.exe /n "Report #.docx"', 'winword.exe /n "Offer #.docx"'],
    'excel.exe': ['excel.exe /e "Budget #.xlsx"'],
    'outlook.exe': ['outlook.exe /recycle'],
    'powerpnt.exe': ['powerpnt.exe /s "Slides #.pptx"'],
  },
  browser: {
    'chrome.exe': ['chrome.exe --type=renderer --id=#', 'chrome.exe --type=utility --id=#'],
    'firefox.exe': ['firefox.exe -contentproc #'],
  },
  shell: {
    'cmd.exe': ['cmd.exe /c build-#.cmd', 'cmd.exe /c exit #'],
    'bash.exe': ['bash.exe -lc "make -j #"'],
  },
  'script-host': {
    'powershell.exe': ['powershell.exe -File maintain-#.ps1'],
    'wscript.exe': ['wscript.exe //B login-#.vbs'],
    'cscript.exe': ['cscript.exe //nologo inventory-#.vbs'],
  },
  transfer: {
    'curl.exe': ['curl.exe -O https://packages.example/item-#.zip'],
    'certutil.exe': ['certutil.exe -hashfile item-#.zip SHA256'],
    'bitsadmin.exe': ['bitsadmin.exe /transfer update-#'],
  },
  tool: {
    'git.exe': ['git.exe fetch origin', 'git.exe status --porcelain=#'],
    'node.exe': ['node.exe server-#.js'],
    'conhost.exe': ['conhost.exe 0x# -ForceV1'],
    'notepad.exe': ['notepad.exe todo-#.txt'],
  },
};

/** Office programs normally start no shell: the demo detects exceptions. */
const CHILDREN: Readonly<Record<ProgramKind, readonly ProgramKind[]>> = {
  system: ['system', 'system', 'tool', 'desktop'],
  desktop: ['desktop', 'office', 'browser', 'shell', 'tool'],
  office: ['browser', 'office', 'tool'],
  browser: ['browser', 'browser', 'office'],
  shell: ['tool', 'tool', 'shell', 'script-host', 'transfer'],
  'script-host': ['tool', 'shell'],
  transfer: ['tool'],
  tool: ['tool', 'shell', 'desktop'],
};

const HASHES_PER_PROGRAM = 16;

export class ProgramCatalog {
  private readonly programs = new Map<ProgramKind, Program[]>();

  constructor(private readonly random: SeededRandom) {
    for (const [kind, files] of Object.entries(FILES) as [ProgramKind, Record<string, string[]>][]) {
      const programs = Object.entries(files).map(([file, commands]) => ({
        kind,
        file,
        commands,
        hashes: Array.from({ length: HASHES_PER_PROGRAM }, () => random.hex(32)),
      }));
      this.programs.set(kind, programs);
    }
  }

  ofKind(kind: ProgramKind): Program {
    return this.random.pick(this.programs.get(kind)!);
  }

  /** Returns a program that `parent` would normally start. */
  startedBy(parent: ProgramKind): Program {
    return this.ofKind(this.random.pick(CHILDREN[parent]));
  }

  commandOf(program: Program): string {
    return this.random.pick(program.commands).replace('#', String(this.random.below(100_000)));
  }
}
