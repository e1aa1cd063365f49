"""The bytes that turn a person's terminal into a screen, and those that give it back."""

# Presses, releases and the wheel, in the form whose numbers are plain text. Movement (1003) is
# not asked for: each move of a hand would cross the network, and nothing here follows a pointer.
MOUSE_ON = "\x1b[?1000h\x1b[?1006h"

ENTER = (
    "\x1b[?1049h"  # the alternate screen: the shell's text comes back afterwards
    + MOUSE_ON
    + "\x1b[?25l"  # no cursor
    "\x1b[?1004h"  # focus in and out
    # Kitty's keys, only so far that Esc is told from the start of a sequence: letters stay
    # letters, whatever the keyboard.
    "\x1b[>1u"
    "\x1b[?2004h"  # pasted text is marked as such
    "\x1b[?7l"  # a full last column does not wrap
    "\x1b[22;2t"  # keep the title
    "\x1b[?2026$p"  # does the terminal know whole frames?
)

# Everything that ENTER or an app may have switched on, whether it has or not; the keyboard's
# stack is popped before the screen is left, because each screen has its own.
RESTORE = (
    "\x1b[?2026l"
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[?2004l"
    "\x1b[?1004l"
    "\x1b[<u"
    "\x1b[?7h"
    "\x1b[23;2t"
    "\x1b[0m"
    "\x1b[?25h"
    "\x1b[?1049l"
)
