// The page's own address is not the link to what it shows: the form was posted, or the address has more than was read. From
// here on the address is that link, so that the history of the browser has nothing else.
"use strict";
{
	const link = document.getElementById("permalink");
	if (link) history.replaceState(history.state, "", link.href);
}
