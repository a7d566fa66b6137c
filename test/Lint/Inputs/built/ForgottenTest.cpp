// No code.
