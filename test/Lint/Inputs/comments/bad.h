/// Whether it is so.
bool isSo();

/// The first sentence is fine: what follows a colon is no begin. How the second
/// begins is not.
///
/// Of several paragraphs, this one is wrong, too.
int count; // What it counts.

/// The one of several that has what it takes, whether asked or not.
int good;
