/** What the programs of the tests seal with, so that one opens what another sealed in the company they share. */
export const DEMO_SECRET = 'Yj7vQ2mXkR9tLw4pZc8sHb6nFd3gUe5a';
