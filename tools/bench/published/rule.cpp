// The rule by which the thesis's program of 2013 took a game for solvable. This program is
// written anew, without a graph library, after the published source
// (github.com/bgschiller/ninja-assassin-wonder-wall, cpp_implementation/implication.cpp).
// Its results depend on the sort of the C++ library. The rule, as programmed, differs from
// the thesis's text in three ways:
//
//   - It ends with success as soon as the graph has as many vertices as the game has
//     players, and the graph has all vertices up to the highest one that an arc names.
//   - It sorts the players only once, with std::sort, and then always takes the last player
//     of the list.
//   - When it erases the players whose triplets were used, it skips the player after each
//     erased one. So if two neighbours in the list are to be erased, the second one stays.
//
// Usage: rule [stable] <games. A game is a line with the number of players, and for each
// player, counted from 0, its wonderwall and its ninja. The program prints the number of
// games, and how many of them it takes for solvable. "stable" sorts with std::stable_sort.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <queue>
#include <vector>

using Triplet = std::array<int, 3>; // a player, its wonderwall, its ninja
using Arc = std::pair<int, int>;

struct Graph {
	std::vector<std::vector<int>> next{3}; // the program begins with three vertices

	void add(Arc a) {
		next.resize(std::max<size_t>(next.size(), std::max(a.first, a.second) + 1));
		next[a.first].push_back(a.second);
	}

	bool visit(int v, std::vector<char> &seen) const { // reports whether there is a cycle
		seen[v] = 1;
		for (int w : next[v])
			if (seen[w] == 1 || (seen[w] == 0 && visit(w, seen))) return true;
		seen[v] = 2;
		return false;
	}
	bool cyclic() const {
		std::vector<char> seen(next.size());
		for (size_t v = 0; v < next.size(); v++)
			if (seen[v] == 0 && visit(v, seen)) return true;
		return false;
	}
};

// arcs returns the arcs of a triplet (player, wonderwall, ninja) in the one of its two
// orientations that contains the given arc, or no arcs if neither does.
static std::vector<Arc> arcs(const Triplet &t, Arc given) {
	auto [p, w, n] = t;
	for (auto all : {std::vector<Arc>{{p, w}, {w, n}, {p, n}}, std::vector<Arc>{{w, p}, {n, w}, {n, p}}})
		if (std::find(all.begin(), all.end(), given) != all.end()) return all;
	return {};
}

// imply adds an arc to the graph, and all arcs that follow from it by the triplets. It
// erases the players whose triplets were used from the list.
static void imply(Graph &g, Arc first, std::vector<Triplet> &players) {
	std::queue<Arc> queue{{first}};
	for (; !queue.empty(); queue.pop()) {
		Arc given = queue.front();
		g.add(given);
		std::vector<Triplet> used;
		std::vector<Arc> implied;
		for (const Triplet &t : players) {
			auto all = arcs(t, given);
			if (all.empty()) continue;
			used.push_back(t);
			for (Arc a : all)
				if (a != given) implied.push_back(a);
		}
		for (Arc a : implied) {
			g.add(a); // parallel arcs are new ones, so every one is followed
			queue.push(a);
		}
		for (size_t i = 0; i < players.size(); i++)
			if (std::find(used.begin(), used.end(), players[i]) != used.end())
				players.erase(players.begin() + i); // and then i++: the faulty step
	}
}

static bool accepts(const Graph &g, std::vector<Triplet> players, size_t count) {
	if (g.cyclic()) return false;
	if (players.empty() || g.next.size() == count) return true;
	Triplet last = players.back();
	for (Arc assumption : {Arc{last[0], last[1]}, Arc{last[1], last[0]}}) {
		Graph f = g;
		auto left = players;
		imply(f, assumption, left);
		if (accepts(f, left, count)) return true;
	}
	return false;
}

// sorted puts players in the order of how common the most common pair of their triplets is.
static std::vector<Triplet> sorted(const std::vector<Triplet> &players, bool stable) {
	size_t n = players.size();
	std::vector<int> count(n * n), score(n);
	auto pairs = [n](const Triplet &t) {
		std::array<size_t, 3> p;
		for (int i = 0; i < 3; i++) {
			int a = t[i], b = t[(i + 1) % 3];
			p[i] = std::min(a, b) * n + std::max(a, b);
		}
		return p;
	};
	for (auto &t : players)
		for (size_t p : pairs(t)) count[p]++;
	for (size_t i = 0; i < n; i++)
		for (size_t p : pairs(players[i])) score[i] = std::max(score[i], count[p]);
	std::vector<size_t> order(n);
	for (size_t i = 0; i < n; i++) order[i] = i;
	auto less = [&score](size_t a, size_t b) { return score[a] < score[b]; };
	if (stable)
		std::stable_sort(order.begin(), order.end(), less);
	else
		std::sort(order.begin(), order.end(), less);
	std::vector<Triplet> result;
	for (size_t i : order) result.push_back(players[i]);
	return result;
}

int main(int argc, char **argv) {
	bool stable = argc > 1 && !strcmp(argv[1], "stable");
	long games = 0, accepted = 0;
	for (int n; scanf("%d", &n) == 1; games++) {
		std::vector<Triplet> players(n);
		for (int p = 0; p < n; p++) {
			players[p][0] = p;
			if (scanf("%d %d", &players[p][1], &players[p][2]) != 2) return 1;
		}
		accepted += accepts(Graph{}, sorted(players, stable), n);
	}
	printf("%ld %ld\n", games, accepted);
}
