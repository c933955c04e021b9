// The page was posted, or its address has more of a sheet than was read. This script replaces the address by the link to what the
// page shows, so that the history of the browser contains nothing else.
"use strict";
{
	const link = document.getElementById("permalink");
	if (link) history.replaceState(history.state, "", link.href);
}
