/** A delivery at first light: crates, a scale, the kitchen hatch. Drawn here, coloured by the theme. */
export function SignInPicture() {
  return (
    <svg className="sign-in-picture" viewBox="0 0 720 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="dawn" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--picture)" />
          <stop offset="1" stopColor="var(--primary-wash)" />
        </linearGradient>
      </defs>
      <rect width="720" height="900" fill="url(#dawn)" />
      <circle cx="560" cy="250" r="86" fill="var(--tone-look)" opacity="0.22" />
      <circle cx="560" cy="250" r="56" fill="var(--tone-look)" opacity="0.3" />
      <Fields />
      <Kitchen />
      <Van />
      <rect y="702" width="720" height="198" fill="var(--surface)" opacity="0.6" />
      <path d="M0 703 H720" stroke="var(--line-strong)" strokeWidth="2" />
      <Crates />
      <Scale />
    </svg>
  );
}

/** Hills of fields, each with its rows. */
function Fields() {
  return (
    <>
      <path d="M0 560 C160 480 330 500 470 540 S680 560 720 530 V900 H0Z" fill="var(--tone-done)" opacity="0.16" />
      <path d="M0 630 C180 570 360 600 520 620 S690 640 720 620 V900 H0Z" fill="var(--tone-done)" opacity="0.2" />
      <g stroke="var(--tone-done)" strokeWidth="2" opacity="0.28" fill="none">
        <path d="M30 640 C200 600 330 616 500 640" />
        <path d="M0 668 C190 628 350 644 540 664" />
        <path d="M10 698 C210 660 380 676 600 690" />
      </g>
    </>
  );
}

/** The kitchen with its lit hatch. */
function Kitchen() {
  return (
    <g>
      <rect x="92" y="470" width="236" height="220" rx="6" fill="var(--surface)" />
      <path d="M76 476 L210 396 L344 476Z" fill="var(--primary)" opacity="0.85" />
      <rect x="126" y="524" width="104" height="72" rx="4" fill="var(--tone-look)" opacity="0.42" />
      <path d="M126 524 h104 v14 h-104z" fill="var(--primary)" opacity="0.7" />
      <rect x="256" y="540" width="48" height="150" rx="3" fill="var(--primary)" opacity="0.24" />
      <circle cx="264" cy="618" r="3" fill="var(--primary)" />
      <path
        d="M150 388 c-10 -18 10 -24 0 -42 M170 382 c-9 -16 9 -22 0 -38"
        stroke="var(--text-soft)"
        strokeWidth="4"
        fill="none"
        strokeLinecap="round"
        opacity="0.35"
      />
    </g>
  );
}

/** The delivery van. */
function Van() {
  return (
    <g>
      <rect x="392" y="560" width="176" height="112" rx="8" fill="var(--surface)" />
      <path d="M568 594 h46 c8 0 14 4 18 10 l22 34 c2 4 3 7 3 12 v22 h-89z" fill="var(--primary)" opacity="0.85" />
      <path d="M582 606 h30 c4 0 7 2 9 5 l15 25 h-54z" fill="var(--surface)" opacity="0.85" />
      <path
        d="M430 616 c10 -22 34 -22 44 0 c-8 14 -36 14 -44 0z M452 598 v-14"
        stroke="var(--tone-done)"
        strokeWidth="5"
        fill="none"
        strokeLinecap="round"
      />
      <circle cx="440" cy="680" r="24" fill="var(--text)" opacity="0.82" />
      <circle cx="440" cy="680" r="9" fill="var(--surface)" />
      <circle cx="604" cy="680" r="24" fill="var(--text)" opacity="0.82" />
      <circle cx="604" cy="680" r="9" fill="var(--surface)" />
    </g>
  );
}

/** Crates on the dock. */
function Crates() {
  return (
    <>
      <g transform="translate(84 742)">
        <g fill="none" stroke="var(--primary)" strokeWidth="4" strokeLinejoin="round">
          <path d="M0 40 h128 l-8 64 h-112z" fill="var(--surface)" />
          <path d="M5 62 h118 M8 83 h112" opacity="0.5" />
        </g>
        <circle cx="26" cy="30" r="17" fill="var(--tone-stop)" opacity="0.75" />
        <circle cx="60" cy="26" r="19" fill="var(--tone-stop)" opacity="0.62" />
        <circle cx="95" cy="30" r="17" fill="var(--tone-stop)" opacity="0.78" />
        <path
          d="M26 14 q2 -8 8 -9 M60 8 q2 -8 8 -9 M95 14 q2 -8 8 -9"
          stroke="var(--tone-done)"
          strokeWidth="4"
          fill="none"
          strokeLinecap="round"
        />
        <path d="M0 40 h128" stroke="var(--primary)" strokeWidth="6" strokeLinecap="round" />
      </g>
      <g transform="translate(248 742)">
        <path
          d="M20 40 c-8 -34 14 -38 14 -4 M44 40 c-10 -46 20 -46 14 0
            M72 40 c-8 -40 20 -42 16 0 M100 40 c-4 -34 18 -34 10 0"
          fill="var(--tone-done)"
          opacity="0.7"
        />
        <path
          d="M0 40 h128 l-8 64 h-112z"
          fill="var(--surface)"
          stroke="var(--primary)"
          strokeWidth="4"
          strokeLinejoin="round"
        />
        <path d="M5 62 h118 M8 83 h112" stroke="var(--primary)" strokeWidth="4" opacity="0.5" />
      </g>
    </>
  );
}

/** The scale that weighs whatever is received. */
function Scale() {
  return (
    <g transform="translate(470 728)">
      <path d="M16 44 h128 l-14 26 h-100z" fill="var(--primary)" opacity="0.3" />
      <rect x="62" y="70" width="36" height="20" fill="var(--primary)" opacity="0.45" />
      <rect x="26" y="88" width="108" height="32" rx="6" fill="var(--primary)" opacity="0.85" />
      <text
        x="80"
        y="110"
        textAnchor="middle"
        fontSize="19"
        fontWeight="600"
        fill="var(--surface)"
        fontFamily="ui-monospace, monospace"
      >
        12.500
      </text>
      <path d="M46 44 c0 -26 68 -26 68 0z" fill="var(--tone-look)" opacity="0.6" />
    </g>
  );
}
